import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { effort } from '../../support/effort.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { createPayrollBrand, type PayrollBrand } from '../../support/reports/payroll-brand.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { definePoint } from '../../support/venue.ts';

/** An employee is in one place at a time: what shifts have in common is paid once. */
let app: TestApp;
let brand: PayrollBrand;
let reader: HttpClient;
let [home, other] = ['', ''];
const clock = createClock('2026-03-31T15:00:00.000Z');

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  brand = await createPayrollBrand(app);
  home = brand.venue.point_id;
  other = (await definePoint(brand.venue.till, { name: 'Sergeli' })).id;
  const terms = { audience: 'partner', name: 'reports', permissions: ['attendance', 'reports'] };
  reader = await app.client((await command(brand.venue.till, 'IssueKey', terms)).api_key);
});
afterAll(() => app.stop());

/** Minutes of March. */
interface Span {
  readonly from: number;
  readonly to: number;
}
const at = (minute: number): string =>
  Temporal.PlainDateTime.from('2026-03-01').add({ minutes: minute }).toString({ smallestUnit: 'second' });

const add = (employee_id: number, point_id: string, { from, to }: Span) =>
  brand.send('AddShift', { employee_id, point_id, check_in: at(from), check_out: at(to) });

/** What the reports say of an employee, over all points or one. */
const told = async (employee_id: number, query = '') => {
  const days = `date_from=2026-03-01&date_to=2026-03-31${query}`;
  const own = (list: Record<string, unknown>[]) => list.filter((row) => row.employee_id === employee_id);
  const { employees } = await brand.payroll(days);
  const attendance = (await reader.get(`/v1/reports/attendance?${days}`)).body;
  const asked = { kind: 'labor', date_from: '2026-03-01', date_to: '2026-03-31', group_by: ['employee'] };
  const olap = (await reader.post('/v1/reports/olap', { ...asked, measures: ['hours'] })).body;
  return {
    payroll: own(employees as Record<string, unknown>[]),
    shifts: own(attendance.shifts),
    hours: own(attendance.employees)[0]?.hours,
    olap: own(olap.rows)[0]?.hours,
  };
};

test('time at two points is paid once, to the shift that began first, with a warning at both', async () => {
  const aziza = await brand.hire('Aziza');
  await brand.send('SetSalaryTerms', { employee_id: aziza, salary_type_id: 2, rate: 1_000, from: '2026-03-01' });
  await add(aziza, other, { from: 12 * 60, to: 18 * 60 });
  expect((await told(aziza)).payroll).toMatchObject([{ working_hours: 6, salary_amount: 6_000 }]);
  expect((await told(aziza)).payroll[0]).not.toHaveProperty('overlap');
  await add(aziza, home, { from: 9 * 60, to: 14 * 60 });
  await add(aziza, home, { from: 18 * 60, to: 19 * 60 });
  const { payroll, shifts, hours, olap } = await told(aziza);
  expect(payroll).toMatchObject([
    { point_id: home, working_hours: 6, salary_amount: 6_000, overlap: true },
    { point_id: other, working_hours: 4, salary_amount: 4_000, overlap: true },
  ]);
  expect(shifts.map((shift) => [shift.hours, shift.overlap])).toEqual([
    [5, true],
    [4, true],
    [1, undefined],
  ]);
  expect([hours, olap]).toEqual([10, 10]);
  // The other point is told the same, though it is not shown the shift that began first.
  expect((await told(aziza, `&point_id=${other}`)).payroll).toMatchObject([{ working_hours: 4, overlap: true }]);
});

test('paid hours are the union of the shifts, however they overlap', async () => {
  const minute = fc.integer({ min: 0, max: 12 * 12 }).map((step) => step * 30 + 60);
  const length = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 150, max: 400 })).map((step) => step * 30);
  const shift = fc.record({ point: fc.constantFrom('home', 'other'), minute, length });
  await fc.assert(
    fc.asyncProperty(fc.array(shift, { minLength: 2, maxLength: 8 }), async (asked) => {
      const id = await brand.hire('Botir');
      const kept: Span[] = [];
      for (const { point, minute, length } of asked) {
        const span = { from: minute, to: minute + length };
        const point_id = point === 'home' ? home : other;
        // Some are refused: they take time of a shift at the same point.
        const body = { employee_id: id, point_id, check_in: at(span.from), check_out: at(span.to) };
        const answer = await brand.venue.till.post('/venue/v1/commands/AddShift', {
          command_id: crypto.randomUUID(),
          ...body,
        });
        if (answer.status === 200) kept.push(span);
        else expect(answer.body.code).toBe('attendance_shifts_overlap');
      }
      const halves = new Set(kept.flatMap(({ from, to }) => range(from, to)));
      const { payroll, hours, olap } = await told(id);
      const paid = payroll.reduce((sum, { working_hours }) => sum + Number(working_hours), 0);
      expect([paid, hours, olap]).toEqual([halves.size / 2, halves.size / 2, halves.size / 2]);
    }),
    { numRuns: effort({ short: 8, long: 100 }) },
  );
});

const range = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 30 }, (_, index) => from + index * 30);
