import { toBusinessDate } from '../local-time.ts';
import { invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { CommandOf } from './commands.ts';
import type { AutomaticNote, ShiftContent, TimesheetEvent } from './events.ts';
import { requireFreeTime } from './overlap.ts';
import type { SheetShift } from './sheet.ts';
import { findShift, sheetOf, type TimesheetState } from './state.ts';

/** What the venue's back office does to shifts. The earlier times stay in the history, and in the event itself. */
export const addShift = (state: TimesheetState, command: CommandOf<'AddShift'>): readonly TimesheetEvent[] => {
  const { employee_id, brand_id, point_id, shift_id, timezone, check_in, check_out } = command;
  if (findShift(state, shift_id)) return [];
  requireFreeTime(sheetOf(state, point_id), point_id, timesOf(check_in, check_out));
  const date = toBusinessDate(check_in, timezone, command.business_day_cutoff);
  const content: ShiftContent = { date, check_in, check_out, source: 'manual', automatic_note: null };
  const personal = { employee_id, note: null };
  return [{ type: 'ShiftAdded', data: { employee_id, brand_id, point_id, shift_id, timezone, ...content, personal } }];
};

export const editShift = (state: TimesheetState, command: CommandOf<'EditShift'>): readonly TimesheetEvent[] => {
  const { employee_id, brand_id, point_id, shift_id } = command;
  const { shift } = requireShift(state, brand_id, shift_id);
  const { timezone } = shift;
  const before = toContent(shift);
  const check_in = command.check_in ?? before.check_in;
  const check_out = command.check_out === undefined ? before.check_out : command.check_out;
  const note = command.note === undefined ? shift.note : command.note;
  // A shift with a check-out alone cannot lose it.
  const start = check_in ?? check_out;
  if (start === null) throw invalid('field_required', { field: 'check_out' });
  if (isSameValue([before.check_in, before.check_out, shift.note], [check_in, check_out, note])) return [];
  requireFreeTime(sheetOf(state, point_id), point_id, timesOf(check_in, check_out), shift);
  // Stamped when the shift began: a note must not move it to another day because the point's cutoff has changed since.
  const isMoved = start !== (before.check_in ?? before.check_out);
  const data = {
    employee_id,
    brand_id,
    point_id,
    shift_id,
    timezone,
    date: isMoved ? toBusinessDate(start, timezone, command.business_day_cutoff) : before.date,
    check_in,
    check_out,
    source: 'manual' as const,
    automatic_note: noteAfter(before, command),
    before,
    personal: { employee_id, note, note_before: shift.note },
  };
  return [{ type: 'ShiftCorrected', data }];
};

/** When somebody has filled in what was missing, the automatic note goes. */
const noteAfter = (before: ShiftContent, command: CommandOf<'EditShift'>): AutomaticNote | null => {
  if (before.automatic_note === 'auto_closed' && command.check_out !== undefined) return null;
  if (before.automatic_note === 'check_out_without_check_in' && command.check_in !== undefined) return null;
  return before.automatic_note;
};

export const deleteShift = (state: TimesheetState, command: CommandOf<'DeleteShift'>): readonly TimesheetEvent[] => {
  const { brand_id, shift_id } = command;
  const { employee_id, point_id, shift } = requireShift(state, brand_id, shift_id);
  const personal = { employee_id, note_before: shift.note };
  return [
    { type: 'ShiftRemoved', data: { employee_id, brand_id, point_id, shift_id, before: toContent(shift), personal } },
  ];
};

const requireShift = (state: TimesheetState, brandId: string, shiftId: number) => {
  const found = state?.brand_id === brandId ? findShift(state, shiftId) : undefined;
  if (!state || !found) throw notFound('attendance_shift_not_found');
  return { ...found, employee_id: state.employee_id };
};

const toContent = ({
  shift_id: _,
  timezone: __,
  note: ___,
  check_in,
  check_out,
  ...rest
}: SheetShift): ShiftContent => ({
  ...rest,
  check_in: toInstant(check_in),
  check_out: toInstant(check_out),
});

const timesOf = (check_in: string | null, check_out: string | null) => ({
  check_in: toTime(check_in),
  check_out: toTime(check_out),
});

const toTime = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

const toInstant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
