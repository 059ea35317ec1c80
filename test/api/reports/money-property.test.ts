// A database of its own: it rebuilds read models, and compares whole tables.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import type { TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { effort } from '../../support/effort.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createMoneyModel, KINDS, type MoneyStep } from '../../support/reports/money-model.ts';
import { createVenue } from '../../support/venue.ts';

let app: TestApp;
const clock = createClock();

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
});
afterAll(() => app.stop());

const arbitraryStep: fc.Arbitrary<MoneyStep> = fc.record({
  kind: fc.constantFrom(...KINDS),
  amount: fc.integer({ min: 1, max: 90_000 }),
  pick: fc.nat(1_000),
  other: fc.nat(1_000),
  isRepeated: fc.boolean(),
});
/** Each run begins with a shift, sales in cash and by card, and returns of both kinds. */
const BEGINNING = (['open', 'sell', 'sell', 'give_back', 'give_back'] as const).map(
  (kind, index): MoneyStep => ({ kind, amount: 50_003, pick: index, other: index, isRepeated: false }),
);

interface Movement {
  readonly source: string;
  readonly register: string;
  readonly account_id: number | null;
  readonly shift_id: number | null;
  readonly operation: string;
  readonly direction: string;
  readonly amount: number;
}

interface MoneyLine {
  readonly payment_category_id: number;
  readonly direction: string;
  readonly amount: number;
}

const signed = ({ direction, amount }: Pick<Movement, 'direction' | 'amount'>): number =>
  direction === 'neutral' ? 0 : direction === 'plus' ? amount : -amount;
const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

/** What the runs came to: so they are known to have tried each. */
const operations: string[] = [];

/** Runs the steps in a brand of its own, and holds both reports against the model. */
const holds = async (steps: readonly MoneyStep[]): Promise<void> => {
  const venue = await createVenue(app);
  const model = await createMoneyModel(venue);
  for (const step of [...BEGINNING, ...steps]) await model.run(step);
  const read = async (report: string) => {
    const answer = await venue.partner.get(`/v1/reports/${report}?date_from=2026-03-01&date_to=2026-03-31`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const { shifts } = await read('shifts');
  const { movements, totals } = (await read('money-movements')) as {
    movements: Movement[];
    totals: { source: string; plus: number; minus: number; count: number }[];
  };

  // The drawer, and the money of each other kind, are what is on paper.
  const told = shifts.map((shift: { shift_id: number; cash_balance: number; money: MoneyLine[] }) => [
    shift.shift_id,
    shift.cash_balance,
    sumOf(
      shift.money.filter((line) => line.payment_category_id === 2),
      signed,
    ),
  ]);
  expect(told).toEqual(model.shifts.map(({ id, money }) => [id, money.get(1), money.get(2) ?? 0]));
  // What came to each account less what went is what is there.
  for (const [account_id, balance] of model.accounts) {
    const own = movements.filter((movement) => movement.register === 'account' && movement.account_id === account_id);
    expect(sumOf(own, signed)).toBe(balance);
  }
  // A transfer creates no money, and totals are what their rows come to.
  expect(
    sumOf(
      movements.filter(({ operation }) => operation === 'transfer'),
      signed,
    ),
  ).toBe(0);
  for (const { source, plus, minus, count } of totals) {
    const own = movements.filter((movement) => movement.source === source);
    expect([sumOf(own, signed), own.length]).toEqual([plus - minus, count]);
  }
  operations.push(...movements.map(({ operation }) => operation));
};

test('money is conserved, whatever happens to it, and the reports say where it is', async () => {
  const property = fc.asyncProperty(fc.array(arbitraryStep, { minLength: 25, maxLength: 40 }), holds);
  await fc.assert(property, { numRuns: effort({ short: 6, long: 60 }), seed: 20_260_302, endOnFailure: true });
  const options = { store: app.tillstream.store, url: app.databaseUrl, projections: allProjections };
  const tables = (await rebuild(options, ['venue', 'cheques', 'money'])).flatMap((report) => report.tables);
  expect(tables.filter(({ equal }) => !equal)).toEqual([]);
  expect(new Set(operations)).toEqual(
    new Set(['other', 'transfer', 'correction', 'shift_revenue', 'shift_accept_diff']),
  );
}, 120_000);
