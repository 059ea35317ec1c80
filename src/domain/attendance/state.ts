import { type ById, entryOf, withEntries } from '../collections/by-id.ts';
import type { TimesheetEvent } from './events.ts';
import { withoutSeenOf, withSeen } from './seen-marks.ts';
import { EMPTY_SHEET, type Sheet, type SheetShift, shiftOf, withoutShift, withShift } from './sheet.ts';

/** All attendance of one employee. Marks of different points never mix: each point has its own sheet. */
export interface Timesheet {
  readonly employee_id: number;
  readonly brand_id: string;
  /** By point_id. */
  readonly points: Readonly<Record<string, Sheet>>;
  /** The points of deleted shifts: a repeat of the deletion must still be told which point it was. */
  readonly removed: ById<string>;
}

type DataOf<Type extends TimesheetEvent['type']> = Extract<TimesheetEvent, { type: Type }>['data'];

/** Null before the first mark. */
export type TimesheetState = Timesheet | null;

export const sheetOf = (state: TimesheetState, pointId: string): Sheet =>
  (state && Object.hasOwn(state.points, pointId) ? state.points[pointId] : undefined) ?? EMPTY_SHEET;

/** A shift by its id, at any point. */
export const findShift = (state: TimesheetState, shiftId: number) => {
  for (const [point_id, sheet] of Object.entries(state?.points ?? {})) {
    const shift = shiftOf(sheet, shiftId);
    if (shift) return { point_id, shift };
  }
  return undefined;
};

/** The point of a shift, also of a deleted one. */
export const pointOfShift = (state: TimesheetState, shiftId: number): string | undefined =>
  findShift(state, shiftId)?.point_id ?? (state ? entryOf(state.removed, shiftId) : undefined);

/** The shift that the employee is on: of the open ones, the one that began last. */
export const openShiftOf = (state: TimesheetState) => {
  let latest: { point_id: string; shift_id: number; check_in: number } | null = null;
  for (const [point_id, { open }] of Object.entries(state?.points ?? {})) {
    const shift = open.at(-1);
    if (shift?.check_in == null || (latest && latest.check_in >= shift.check_in)) continue;
    latest = { point_id, shift_id: shift.shift_id, check_in: shift.check_in };
  }
  return latest;
};

export const evolveTimesheet = (state: TimesheetState, event: TimesheetEvent): Timesheet => {
  const { employee_id, brand_id, point_id } = event.data;
  const { points, removed } = state ?? { points: {}, removed: [] };
  return {
    employee_id,
    brand_id,
    points: { ...points, [point_id]: evolveSheet(sheetOf(state, point_id), event) },
    removed: event.type === 'ShiftRemoved' ? withEntries(removed, [[event.data.shift_id, point_id]]) : removed,
  };
};

const evolveSheet = (sheet: Sheet, event: TimesheetEvent): Sheet => {
  const { type, data } = event;
  const { shift_id } = data;
  switch (type) {
    case 'ShiftStarted': {
      const { timezone, date, mark } = data;
      const check_in = Date.parse(data.check_in);
      return withShift(sheet, { ...bare, shift_id, timezone, date, check_in, check_out: null, source: mark.source });
    }
    case 'CheckOutRecorded': {
      const { timezone, date, mark } = data;
      const check_out = Date.parse(data.check_out);
      const automatic_note = 'check_out_without_check_in' as const;
      return withShift(sheet, {
        ...bare,
        shift_id,
        timezone,
        date,
        check_in: null,
        check_out,
        source: mark.source,
        automatic_note,
      });
    }
    case 'ShiftEnded':
      return closed(sheet, data);
    case 'ShiftAutoClosed':
      return closed(sheet, data, { automatic_note: 'auto_closed' });
    case 'ShiftAdded':
      return withWhole(sheet, data);
    case 'ShiftCorrected': {
      const { before } = data;
      const isMoved = data.check_in !== before.check_in || data.check_out !== before.check_out;
      // The shift that they met no longer exists; the marks go with it.
      const seen = isMoved ? withoutSeenOf(sheet.seen, shift_id) : sheet.seen;
      return withWhole({ ...sheet, seen }, data);
    }
    case 'ShiftRemoved':
      return { ...withoutShift(sheet, shift_id), seen: withoutSeenOf(sheet.seen, shift_id) };
    case 'MarkDisregarded': {
      // A mark that was the same as another one begins no new five minutes.
      if (data.result === 'already_counted') return sheet;
      const { type, time } = data.mark;
      return { ...sheet, seen: withSeen(sheet.seen, { type, time: Date.parse(time), shift_id }) };
    }
  }
};

const withWhole = (sheet: Sheet, data: DataOf<'ShiftAdded' | 'ShiftCorrected'>): Sheet => {
  const { shift_id, timezone, date, source, automatic_note } = data;
  const { note } = data.personal;
  const times = { check_in: toTime(data.check_in), check_out: toTime(data.check_out) };
  const shift = { shift_id, timezone, date, ...times, source, automatic_note, note };
  return withShift(withoutShift(sheet, shift_id), shift);
};

const bare = { automatic_note: null, note: null };

const closed = (
  sheet: Sheet,
  { shift_id, check_out }: { readonly shift_id: number; readonly check_out: string },
  note: Pick<SheetShift, 'automatic_note'> | object = {},
): Sheet => {
  const shift = sheet.open.find((open) => open.shift_id === shift_id);
  // As of a past moment, the end may be known before the start is.
  return shift ? withShift(sheet, { ...shift, check_out: Date.parse(check_out), ...note }) : sheet;
};

const toTime = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
