import { describe, expect, test } from 'vitest';
import { rowsOf } from '../src/pages/staff/rows.ts';

type Month = Parameters<typeof rowsOf>[0];
type Shift = Month['shifts'][number];

const shift = (fields: Partial<Shift>): Shift => ({
  shift_id: 1,
  employee_id: 7,
  employee_login: 'a',
  employee_name: 'Aziza',
  position_name: 'Waiter',
  point_id: 'here',
  point_name: 'Here',
  date: '2026-11-02',
  check_in: '2026-11-02 09:00:00',
  check_out: '2026-11-02 17:00:00',
  hours: 8,
  source: 'api',
  note: null,
  ...fields,
});
const dayOf = (...shifts: Shift[]) => {
  const total = { hours: 0, open_shifts: 0, worked_days: 0 };
  const { employee_id, employee_login, employee_name, position_name } = shift({});
  const employee = { employee_id, employee_login, employee_name, position_name, ...total };
  return rowsOf({ employees: [employee], shifts } as unknown as Month, [], '2026-11-02 22:59:00')[0]!.days.get(
    '2026-11-02',
  );
};

describe('a day of the timesheet', () => {
  test('adds its shifts up, and is as it should be', () => {
    expect(dayOf(shift({}), shift({ shift_id: 2, hours: 1.5 }))).toEqual({ hours: 9.5, isOpen: false, isWrong: false });
    expect(dayOf(shift({ check_out: null, hours: null }))).toEqual({ hours: 0, isOpen: true, isWrong: false });
  });

  test.each([
    { check_in: null, hours: null },
    { overlap: true },
    { check_in: '2026-11-02 08:58:00', check_out: null, hours: null },
    { auto_closed: true, hours: 23.97 },
  ])('is marked where one of its shifts is wrong: %o', (fields) => {
    expect(dayOf(shift({}), shift({ shift_id: 2, ...fields }))).toMatchObject({ isWrong: true });
  });
});
