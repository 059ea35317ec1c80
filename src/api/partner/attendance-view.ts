import { z } from 'zod';
import { localTimestamp } from '../../commands/fields/answer-fields.ts';
import { groupInTurns, mapInTurns, sortInTurns } from '../../concurrency/turns.ts';
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
  hours: z.number().nullable().meta({ description: 'As far as they count: no time of an employee counts twice' }),
  overlap: z.boolean().optional().meta({
    description:
      'Another shift of the employee, at whatever point, takes some of the same time. The one that began first counts whole. Left out: none does',
  }),
});

/** The same, in the form of the attendance methods. */
export const shiftSchema = z.object({
  shift_id: z.int(),
  ...reportShiftSchema.shape,
  source: z.enum(['api', 'cashbox', 'manual']),
  note: z.string().nullable(),
  auto_closed: z.boolean().optional().meta({
    description:
      'Nobody checked out: it was closed when the employee came again, and nobody has corrected it yet. Left out: not so',
  }),
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
    hours: row.hundredths === null ? null : row.hundredths / 100,
    ...(row.overlap && { overlap: true }),
  };
};

const NOTES: Readonly<Record<AutomaticNote, string>> = {
  auto_closed: 'shift_closed_automatically',
  check_out_without_check_in: 'check_out_without_check_in',
};

export const viewShift = (row: ShiftRow, language: Language): z.infer<typeof shiftSchema> => {
  const { shift_id, source, note, automatic_note } = row;
  const automatic = automatic_note && messageOf(language, NOTES[automatic_note]);
  const auto_closed = automatic_note === 'auto_closed' && { auto_closed: true };
  return { shift_id, ...viewReportShift(row), source, note: note ?? automatic, ...auto_closed };
};

/**
 * The sums of each employee's shifts, by name. `hours` is the sum of those shown; `open_shifts` have no check-out; a
 * day is worked if somebody checked in on it.
 */
export const viewTotals = async (rows: readonly ShiftRow[]): Promise<z.infer<typeof employeeTotalSchema>[]> => {
  const byEmployee = await groupInTurns(rows, ({ employee_id }) => employee_id);
  const totals = await mapInTurns(byEmployee.values(), (shifts) => {
    // The position is that of the last day: shifts are in order of their days.
    const { employee_id, employee_login, employee_name, position_name } = shifts.at(-1)!;
    const begun = shifts.filter(({ check_in }) => check_in !== null);
    return {
      employee_id,
      employee_login,
      employee_name,
      position_name,
      hours: shifts.reduce((sum, { hundredths }) => sum + (hundredths ?? 0), 0) / 100,
      open_shifts: begun.filter(({ check_out }) => check_out === null).length,
      worked_days: new Set(begun.map(({ date }) => date)).size,
    };
  });
  return sortInTurns(totals, (a, b) => compareNames(a.employee_name, b.employee_name) || a.employee_id - b.employee_id);
};
