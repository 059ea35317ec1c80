// A database of its own: it writes rows into read models by hand.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJson, withTexts } from '../../../src/api/partner/reports/olap-writer.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { attendanceProjection } from '../../../src/projections/attendance/projection.ts';
import { counterpartiesProjection } from '../../../src/projections/counterparties/projection.ts';
import { send } from '../../../src/projections/engine/batch-writer.ts';
import { createFold } from '../../../src/projections/engine/fold.ts';
import { createReadModelPool } from '../../../src/projections/engine/pools.ts';
import { createIndexes, createTables } from '../../../src/projections/engine/schema.ts';
import { validAt } from '../../../src/projections/engine/versioned.ts';
import { chequesProjection } from '../../../src/projections/orders/cheques/projection.ts';
import { ordersProjection } from '../../../src/projections/orders/projection.ts';
import { payrollProjection } from '../../../src/projections/payroll/projection.ts';
import { namesProjection } from '../../../src/projections/reports/names/projection.ts';
import { groupingsOf, KIND_NAMES, kindOf } from '../../../src/projections/reports/olap/kinds.ts';
import { type Plan, planOf } from '../../../src/projections/reports/olap/plan.ts';
import type { Question } from '../../../src/projections/reports/olap/question.ts';
import { readDetails } from '../../../src/projections/reports/olap/read-details.ts';
import { readReport } from '../../../src/projections/reports/olap/read-report.ts';
import { readRestatement } from '../../../src/projections/reports/olap/read-restatement.ts';
import { columnsOf } from '../../../src/projections/reports/olap/report-sql.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';
import { BRAND, type FakeEvent, makeEvents, POINTS, seededRandom } from '../../support/reports/olap-events.ts';
import { factsAt, type Value } from '../../support/reports/olap-facts.ts';
import { writeLives } from '../../support/reports/olap-life.ts';
import { modelReport } from '../../support/reports/olap-model.ts';

const SEED = Number(process.env.OLAP_SEED ?? 20_260_302);
const RUNS = effort({ short: 150, long: 1_500 });
const PROJECTIONS = [
  chequesProjection,
  namesProjection,
  attendanceProjection,
  counterpartiesProjection,
  payrollProjection,
];

let database: TestDatabase;
let events: FakeEvent[];

beforeAll(async () => {
  database = await createTestDatabase();
  events = makeEvents(seededRandom(SEED), 310);
  // One connection: statements of a batch have an order.
  const pool = createReadModelPool(database.url, 1);
  const client = await pool.connect();
  for (const projection of PROJECTIONS) {
    await createTables(database.pool, 'read', projection);
    await createIndexes(database.pool, 'read', projection);
    const fold = createFold(projection, 'read');
    // In pieces, as they would come: versions begin and end within a batch, and in later ones.
    for (let at = 0; at < events.length; at += 17)
      await send(client, fold.statements(fold.pick(events.slice(at, at + 17) as RecordedEvent[])));
  }
  client.release();
  await createTables(database.pool, 'read', ordersProjection);
  const closed = events.filter(({ type }) => type === 'ChequeClosed').map(({ data }) => Number(data.order_id));
  await writeLives(database.pool, [...new Set(closed)]);
  await pool.end();
});
afterAll(() => database.drop());

interface Asked {
  readonly question: Question;
  readonly points: readonly string[] | null;
  readonly position: number;
}

const arbitraryAsked = (): fc.Arbitrary<Asked> =>
  fc.constantFrom(...KIND_NAMES).chain((kind) => {
    const groupings = groupingsOf(kindOf(kind));
    const measures = Object.keys(kindOf(kind).measures) as Question['measures'][number][];
    const names = [...groupings, ...measures];
    return fc
      .record({
        group_by: fc.uniqueArray(fc.constantFrom(...groupings), { maxLength: 4 }),
        measures: fc.uniqueArray(fc.constantFrom(...measures), { minLength: 1, maxLength: 6 }),
        filters: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.nat(7), fc.nat(1_000)), {
          maxLength: 2,
          selector: ([name]) => name,
        }),
        order: fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 2 }),
        days: fc.tuple(fc.nat(34), fc.nat(34)),
        point: fc.constantFrom(null, null, [POINTS[0].id], [POINTS[1].id]),
        position: fc.nat(1_000),
        some: fc.array(fc.nat(15), { maxLength: 2 }),
      })
      .map(({ group_by, measures: asked, filters, order, days, point, position, some }) => {
        const [from, to] = days.toSorted((a, b) => a - b) as [number, number];
        const at = position % 3 === 0 ? events.length : 1 + (position % events.length);
        const allowed = [...group_by, ...asked];
        const question = {
          kind,
          group_by,
          measures: asked,
          limit: undefined,
          subtotals: position % 2 === 0,
          subtotals_by: some.map((bits) => group_by.filter((_, place) => (bits >> place) % 2 === 1)),
          date_from: day(from),
          date_to: day(to),
          filters: Object.fromEntries(filters.map(([name, how, what]) => [name, filterOf(name, measures, how, what)])),
          order_by: order.map(([index, down]) => `${down ? '-' : ''}${allowed[index % allowed.length]}`),
        };
        return { question, points: point, position: at };
      });
  });

const day = (index: number): string => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);

const RANGES = new Set(['date', 'week', 'month', 'year', 'day_of_week', 'hour', 'opened_hour']);

/** A filter with values that facts have. */
const filterOf = (
  name: string,
  measures: readonly string[],
  how: number,
  what: number,
): Question['filters'][string] => {
  if (measures.includes(name)) return how % 2 === 0 ? { from: what * 10 } : { to: what * 100 };
  const values = [...new Set(factsAt(events, events.length).map(({ dims }) => dims[name] ?? null))];
  const value = values[what % values.length] ?? null;
  if (RANGES.has(name) && value !== null && how < 3)
    return how === 0 ? { from: value as string } : { to: value as string };
  const list: Value[] = [value, values[(what * 7) % values.length] ?? null];
  return how % 2 === 0 ? { in: list } : { not_in: list };
};

const scopeOf = ({ question, points, position }: Asked) => ({
  brandId: BRAND,
  pointIds: points,
  dateFrom: question.date_from,
  dateTo: question.date_to,
  valid: (alias: string) => validAt(alias, position === events.length ? null : position),
});

/** Undefined: the question is refused, as such questions should be. */
const planned = ({ question }: Asked): Plan | undefined => {
  try {
    return planOf(question);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** In one transaction, as a snapshot's connection is. */
const inTransaction = async <T>(work: (db: Parameters<typeof readReport>[0]) => Promise<T>): Promise<T> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const answerOf = async (plan: Plan, asked: Asked) => {
  const columns = columnsOf(plan);
  const parts = { row: [] as Shown[], total: [] as Shown[], subtotal: [] as Shown[] };
  const limits = { read: 50_001, rows: 50_001, subtotals: 50_001 };
  await inTransaction((db) =>
    readReport(db, plan, scopeOf(asked), {
      limits,
      take: ({ part, keys: places, values }) => {
        const all = JSON.parse(toJson(columns, withTexts(columns, values, 'en')));
        const keys = columns.filter(({ is }) => is === 'key').filter((_, place) => places.includes(place));
        parts[part].push({
          key: Object.fromEntries(keys.map(({ of, name }) => [of, all[name]])),
          values: Object.fromEntries(plan.question.measures.map((name) => [name, all[name]])),
        });
      },
    }),
  );
  return parts;
};

interface Shown {
  readonly key: Record<string, Value>;
  readonly values: Record<string, number | null>;
}

test('every report is what plain loops over the facts give, as of every position', async () => {
  let answered = 0;
  const property = fc.asyncProperty(arbitraryAsked(), async (asked) => {
    const plan = planned(asked);
    if (!plan) return;
    answered++;
    const expected = modelReport(asked.question, factsAt(events, asked.position), asked.points);
    const { row, total, subtotal } = await answerOf(plan, asked);
    expect({ rows: row, totals: total[0]!.values, subtotals: subtotal }).toEqual(expected);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
  expect(answered).toBeGreaterThan(RUNS / 3);
});

test('the items behind each cell add up to it, and their ids are as many as it counts', async () => {
  const property = fc.asyncProperty(arbitraryAsked(), fc.nat(), async (asked, chosen) => {
    const plan = planned({ ...asked, question: { ...asked.question, order_by: [] } });
    if (!plan) return;
    const { row } = await answerOf(plan, asked);
    const cell = row[chosen % (row.length || 1)];
    if (!cell) return;
    const filters = Object.entries(cell.key).map(([name, value]) => ({ name, test: { in: [value] } }));
    const items: Awaited<ReturnType<typeof readDetails>>['items'][number][] = [];
    let value: unknown;
    for (let after = 0, more = true; more; ) {
      const page = { cell: filters, after, limit: 5 };
      const details = await inTransaction((db) => readDetails(db, plan, scopeOf(asked), page));
      items.push(...details.items);
      value = details.value;
      after = items.at(-1)?.position ?? after;
      more = details.items.length === 5;
    }
    expect(value).toEqual(cell.values);
    expect(new Set(items.map(({ position }) => position)).size).toBe(items.length);
    for (const name of asked.question.measures) {
      const ids = items.map((item) => item.distinct[name]).filter((one) => one !== undefined);
      const amounts = items.map((item) => item.contribution[name]).filter((one) => one !== undefined);
      if (name === 'guests_count' && ids.length > 0) continue;
      if (ids.length > 0) expect(new Set(ids.flat()).size).toBe(cell.values[name]);
      if (amounts.length > 0) expect(amounts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(cell.values[name]!, 6);
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
});

/** What is found in lists of names, which change without an event of the facts. */
const BY_NAMES = new Set(['product_type', 'menu_folder', 'hall', 'role', 'position']);

test('a restatement has the rows that two reports do not have alike, and no others', async () => {
  const property = fc.asyncProperty(arbitraryAsked(), fc.nat(), async (later, back) => {
    const plan = planned(later);
    if (!plan) return;
    const earlier = { ...later, position: 1 + (back % later.position) };
    const [before, after] = [await answerOf(plan, earlier), await answerOf(plan, later)];
    const byKey = (rows: readonly Shown[]) =>
      new Map(rows.map((row) => [JSON.stringify(Object.values(row.key)), row.values]));
    const [then, now] = [byKey(before.row), byKey(after.row)];
    const differing = [...new Set([...then.keys(), ...now.keys()])]
      .filter((key) => JSON.stringify(then.get(key)) !== JSON.stringify(now.get(key)))
      .map((key) => ({ key, before: then.get(key) ?? null, after: now.get(key) ?? null }));
    const scopes = {
      from: scopeOf(earlier),
      to: scopeOf(later),
      positions: { from: earlier.position, to: later.position },
    };
    const rows = await inTransaction((db) => readRestatement(db, plan, scopes, 50_001));
    const columns = columnsOf(plan);
    const keys = columns.filter(({ role }) => role === 'dimension');
    const measures = columns.filter(({ role }) => role === 'measure');
    const found = rows.map(({ key, before: was, after: is }) => {
      const all = JSON.parse(toJson(keys, withTexts(keys, key, 'en')));
      const ids = keys.filter((column) => column.is === 'key').map(({ name }) => all[name]);
      return {
        key: JSON.stringify(ids),
        before: was && JSON.parse(toJson(measures, was)),
        after: is && JSON.parse(toJson(measures, is)),
      };
    });
    const sorted = (list: typeof differing) => list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(sorted(found)).toEqual(sorted(differing));
    const { group_by, filters } = later.question;
    const isByNames = [...group_by, ...Object.keys(filters)].some((name) => BY_NAMES.has(name));
    for (const { positions, events: count } of rows) {
      // Where no list of names could have moved the row, some event did.
      if (!isByNames) expect(count).toBeGreaterThan(0);
      for (const position of positions) {
        expect(position).toBeGreaterThan(earlier.position);
        expect(position).toBeLessThanOrEqual(later.position);
      }
      expect(positions.length).toBe(Math.min(count, 10));
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
});
