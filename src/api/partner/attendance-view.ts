import { z } from 'zod';
import { localTimestamp } from '../../commands/bus/answer-fields.ts';
import type { AutomaticNote } from '../../domain/attendance/events.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { compareNames } from '../../domain/personal/compare-names.ts';
import type { ShiftRow } from '../../projections/attendance/queries.ts';
import type { Language } from '../http/messages/languages.ts';
import { messageOf } from '../http/messages/messages.ts';

/** Attendance in the form of the report (docs/domain.md#attendance). */
export const reportShiftSchema = z.object({
  employee_id: z.int(),
  employee_login: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  employee_name: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  position_name: z.string(),
  point_id: z.uuid(),
  point_name: z.string(),
  date: z.string(),
  check_in: localTimestamp().nullable(),
  check_out: localTimestamp().nullable(),
  hours: z.number().nullable(),
});

/** The same, in the form of the attendance methods. */
export const shiftSchema = z.object({
  shift_id: z.int(),
  ...reportShiftSchema.shape,
  source: z.enum(['api', 'cashbox', 'manual']),
  note: z.string().nullable(),
});

export const employeeTotalSchema = z.object({
  employee_id: z.int(),
  employee_login: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  employee_name: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  position_name: z.string(),
  hours: z.number(),
  open_shifts: z.int(),
  worked_days: z.int(),
});

/** Of an hour. */
const HUNDREDTH_MS = 36_000;

/**
 * Hundredths of hours, rounded half up as in the analysts' view: computed from whole milliseconds, because a tie of
 * hours as binary floats falls to either side. Null for a shift without a mark at one end, or with an end before its
 * start: it is not counted.
 */
const hundredthsOf = ({ check_in, check_out }: ShiftRow): number | null => {
  if (check_in === null || check_out === null) return null;
  const ms = Date.parse(check_out) - Date.parse(check_in);
  return ms < 0 ? null : Math.floor((ms + HUNDREDTH_MS / 2) / HUNDREDTH_MS);
};

/** To two places, likewise. */
const hoursOf = (row: ShiftRow): number | null => {
  const hundredths = hundredthsOf(row);
  return hundredths === null ? null : hundredths / 100;
};

export const viewReportShift = (row: ShiftRow): z.infer<typeof reportShiftSchema> => {
  const { employee_id, employee_login, employee_name, position_name, point_id, point_name, date, timezone } = row;
  return {
    employee_id,
    employee_login,
    employee_name,
    position_name,
    point_id,
    point_name,
    date,
    check_in: row.check_in && toLocalTimestamp(row.check_in, timezone),
    check_out: row.check_out && toLocalTimestamp(row.check_out, timezone),
    hours: hoursOf(row),
  };
};

const NOTES: Readonly<Record<AutomaticNote, string>> = {
  auto_closed: 'shift_closed_automatically',
  check_out_without_check_in: 'check_out_without_check_in',
};

export const viewShift = (row: ShiftRow, language: Language): z.infer<typeof shiftSchema> => {
  const { shift_id, source, note, automatic_note } = row;
  const automatic = automatic_note && messageOf(language, NOTES[automatic_note]);
  return { shift_id, ...viewReportShift(row), source, note: note ?? automatic };
};

/**
 * The sums of each employee's shifts, by name. `hours` is the sum of those shown; `open_shifts` have no check-out; a
 * day is worked if somebody checked in on it.
 */
export const viewTotals = (rows: readonly ShiftRow[]): z.infer<typeof employeeTotalSchema>[] => {
  const byEmployee = Map.groupBy(rows, ({ employee_id }) => employee_id);
  const totals = [...byEmployee.values()].map((shifts) => {
    // The position is that of the last day: shifts are in order of their days.
    const { employee_id, employee_login, employee_name, position_name } = shifts.at(-1)!;
    const begun = shifts.filter(({ check_in }) => check_in !== null);
    return {
      employee_id,
      employee_login,
      employee_name,
      position_name,
      hours: shifts.reduce((sum, shift) => sum + (hundredthsOf(shift) ?? 0), 0) / 100,
      open_shifts: begun.filter(({ check_out }) => check_out === null).length,
      worked_days: new Set(begun.map(({ date }) => date)).size,
    };
  });
  return totals.sort((a, b) => compareNames(a.employee_name, b.employee_name) || a.employee_id - b.employee_id);
};
