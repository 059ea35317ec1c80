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

/** Who worked in the month, and who works at the point and did not yet: by name. */
export const rowsOf = ({ employees, shifts }: Answer<'listAttendanceShifts'>, staff: readonly OnShift[]): Row[] => {
  const cells = new Map<number, Map<string, Cell>>();
  for (const { employee_id, date, check_in, check_out, hours, overlap, auto_closed } of shifts) {
    const days = cells.get(employee_id) ?? new Map<string, Cell>();
    cells.set(employee_id, days);
    const before = days.get(date) ?? { hours: 0, isOpen: false, isWrong: false };
    days.set(date, {
      hours: before.hours + (hours ?? 0),
      isOpen: before.isOpen || check_out === null,
      isWrong: before.isWrong || check_in === null || overlap === true || auto_closed === true,
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
