import type { Answer } from '@tillstream/client';
import type { OnShift } from './reading.ts';

/** A day of an employee: the hours of all its shifts. */
export interface Cell {
  readonly hours: number;
  /** Somebody is still at work, or has forgotten to leave. */
  readonly isOpen: boolean;
  /** Somebody forgot to come or to leave, or two shifts overlap. */
  readonly isWrong: boolean;
}

export interface Row {
  readonly employee_id: number;
  readonly name: string;
  readonly position_name: string;
  readonly hours: number;
  readonly worked_days: number;
  readonly days: ReadonlyMap<string, Cell>;
}

/** Nobody works longer: whoever checked in before has forgotten to leave. The server closes such a shift at the next check-in. */
const LONGEST_MS = 14 * 3_600_000;

/** Of the venue's clock: YYYY-MM-DD HH:MM:SS. */
const msOf = (clock: string): number => Date.parse(`${clock.replace(' ', 'T')}Z`);

/**
 * Who worked in the month, and who works at the point and did not yet: by name.
 * @param now by the venue's clock
 */
export const rowsOf = (
  { employees, shifts }: Answer<'listAttendanceShifts'>,
  staff: readonly OnShift[],
  now: string,
): Row[] => {
  const cells = new Map<number, Map<string, Cell>>();
  for (const { employee_id, date, check_in, check_out, hours, overlap, auto_closed } of shifts) {
    const days = cells.get(employee_id) ?? new Map<string, Cell>();
    cells.set(employee_id, days);
    const before = days.get(date) ?? { hours: 0, isOpen: false, isWrong: false };
    const isForgotten = check_in !== null && check_out === null && msOf(now) - msOf(check_in) > LONGEST_MS;
    days.set(date, {
      hours: before.hours + (hours ?? 0),
      isOpen: before.isOpen || check_out === null,
      isWrong: before.isWrong || check_in === null || overlap === true || auto_closed === true || isForgotten,
    });
  }
  const worked = employees.map(({ employee_id, employee_name, position_name, hours, worked_days }) => ({
    employee_id,
    name: employee_name ?? `№ ${employee_id}`,
    position_name,
    hours,
    worked_days,
    days: cells.get(employee_id) ?? new Map<string, Cell>(),
  }));
  const known = new Set(worked.map(({ employee_id }) => employee_id));
  const others = staff
    .filter(({ employee_id }) => !known.has(employee_id))
    .map(({ employee_id, name, position_name }) => ({
      employee_id,
      name,
      position_name,
      hours: 0,
      worked_days: 0,
      days: new Map<string, Cell>(),
    }));
  return [...worked, ...others].sort((one, other) => one.name.localeCompare(other.name));
};
