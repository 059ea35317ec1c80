import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { viewTotals } from '../../../src/api/partner/attendance-view.ts';
import { type ShiftRow, shiftsBetween } from '../../../src/projections/attendance/queries.ts';
import { renderNomenclature } from '../../../src/projections/menu/render-nomenclature.ts';
import { renderShowcase } from '../../../src/projections/menu/render-showcase.ts';
import { placesOf } from '../../../src/projections/payroll/report/places.ts';
import { type AbcXyzRequest, readAbcXyz } from '../../../src/projections/reports/abc-xyz/report.ts';
import type { Snapshot } from '../../../src/projections/reports/snapshot.ts';
import { menuOf, product, showcase, shown } from '../projections/menu/point-menu-fixture.ts';

const COUNT = 8_000;
const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
/** To sort them takes four passes: 16 sorted parts are merged. At each look at the clock a millisecond has passed. It is looked at for each 16 items, and a turn takes 4 ms. */
const TURNS_OF_A_PASS = COUNT / 16 / 5;

/** How many turns others have while the work goes on. How fast the machine is does not count. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  let isOver = false;
  let turns = 0;
  const working = work().finally(() => {
    isOver = true;
  });
  for (await nextTurn(); !isOver; await nextTurn()) turns += 1;
  await working.finally(() => clock.mockRestore());
  return turns;
};

const snapshotOf = (answer: (sql: string) => readonly object[]) =>
  ({
    db: { query: async (sql: string) => ({ rows: answer(sql) }) },
    valid: () => 'true',
    moment: { position: 9 },
  }) as never;

const shifts = numbers.map((shift_id) => {
  const [check_in, check_out] = [new Date(0), new Date(3_600_000)];
  return {
    shift_id,
    employee_id: shift_id,
    employee_name: `Name ${shift_id}`,
    date: '2026-03-01',
    check_in,
    check_out,
  };
});

const catalogue = () => {
  const products = numbers.map((id) => product(id));
  return menuOf({
    products,
    showcases: [
      showcase(
        5,
        numbers.map((id) => shown(id)),
      ),
    ],
  });
};

const work = numbers.map((employee_id) => ({ employee_id, point_id: 'here', date: '2026-03-01', is_worked: true }));
const gathered = {
  terms: [],
  balances: [],
  accruals: [],
  payments: [],
  wagesKept: [],
  debts: [],
  sold: [],
  programs: [],
  assignments: new Map(numbers.map((id) => [id, [{ from: '0001-01-01', point_id: 'here' }]])),
  work,
};

const sales = numbers.map((product_id) => ({
  product_id,
  net_amount: '5',
  gross_profit: null,
  buckets: [0],
  units: [1],
}));
const analysed = {
  date_from: '2026-02-02',
  date_to: '2026-03-01',
  bucket: 'week',
  abc_by: 'net_amount',
  x_max: 10,
  y_max: 25,
};

test.each<[string, number, () => Promise<unknown>]>([
  [
    'shifts of attendance',
    1,
    () =>
      shiftsBetween(
        snapshotOf(() => shifts),
        'brand',
        ['2026-03-01', '2026-03-01'],
        null,
      ),
  ],
  ['totals of attendance', 6, () => viewTotals(shifts as unknown as ShiftRow[])],
  ['places of a payroll', 3, () => placesOf(gathered as never, null)],
  ['a showcase', 6, () => renderShowcase(catalogue(), 5, 1, '12:00')],
  ['the nomenclature', 5, () => renderNomenclature(catalogue(), [5], 1, '12:00')],
  [
    'classes of products',
    7,
    () =>
      readAbcXyz(
        snapshotOf((sql) => (sql.includes('cheque_lines') ? sales : [])) as Snapshot,
        analysed as AbcXyzRequest,
      ),
  ],
])('while a long answer is made, others have turns: %s', async (_, passes, make) => {
  expect(await turnsDuring(make)).toBeGreaterThan(passes * TURNS_OF_A_PASS * 0.9);
});
