import { toBusinessDate } from '../local-time.ts';
import type { CommandOf } from './commands.ts';
import type { MarkedData, MarkResult, TimesheetEvent } from './events.ts';
import { seenNear } from './seen-marks.ts';
import { checkedInNear, checkedOutNear, closedAround, type Sheet, type SheetShift } from './sheet.ts';

/** Two marks of one kind that are so close together count as one. Both ends are included. */
export const SAME_MARK_MS = 5 * 60_000;
/** A check-in finds a shift open for so long, this very age included. */
const OPEN_MS = 14 * 3_600_000;

/** The attendance rules, in the order in which they are asked (docs/domain.md#attendance). */
export const recordMark = (sheet: Sheet, command: CommandOf<'RecordMark'>): readonly TimesheetEvent[] => {
  const time = Date.parse(command.mark.time);
  const { type } = command.mark;
  const isCheckIn = type === 'check_in';
  const counted = (isCheckIn ? checkedInNear : checkedOutNear)(sheet, time, SAME_MARK_MS);
  const same = counted ?? seenNear(sheet.seen, type, time, SAME_MARK_MS);
  if (same) return disregarded(command, 'already_counted', same);
  const around = closedAround(sheet, type, time);
  if (around) return disregarded(command, 'inside_shift', around);
  return isCheckIn ? checkIn(sheet, command, time) : checkOut(sheet, command, time);
};

const checkIn = (sheet: Sheet, command: CommandOf<'RecordMark'>, time: number): readonly TimesheetEvent[] => {
  const before = sheet.open.findLast(({ check_in }) => check_in <= time);
  const after = sheet.open.find(({ check_in }) => check_in > time);
  if (before && time - before.check_in <= OPEN_MS) return disregarded(command, 'shift_already_open', before);
  if (after && after.check_in - time <= OPEN_MS) return disregarded(command, 'shift_already_open', after);
  const { mark, shift_id, timezone, business_day_cutoff } = command;
  const started: TimesheetEvent = {
    type: 'ShiftStarted',
    data: {
      ...marked(command, shift_id),
      date: toBusinessDate(mark.time, timezone, business_day_cutoff),
      check_in: mark.time,
      auto_closed_shift_id: before?.shift_id ?? null,
    },
  };
  if (!before) return [started];
  const closed = { ...ofShift(command, before.shift_id), check_in: iso(before.check_in), check_out: mark.time };
  return [{ type: 'ShiftAutoClosed', data: closed }, started];
};

const checkOut = (sheet: Sheet, command: CommandOf<'RecordMark'>, time: number): readonly TimesheetEvent[] => {
  const { mark, shift_id, timezone, business_day_cutoff } = command;
  const before = sheet.open.findLast(({ check_in }) => check_in < time);
  if (before) {
    const times = { check_in: iso(before.check_in), check_out: mark.time };
    return [{ type: 'ShiftEnded', data: { ...marked(command, before.shift_id), ...times } }];
  }
  const date = toBusinessDate(mark.time, timezone, business_day_cutoff);
  return [{ type: 'CheckOutRecorded', data: { ...marked(command, shift_id), date, check_out: mark.time } }];
};

const disregarded = (
  command: CommandOf<'RecordMark'>,
  result: MarkResult,
  { shift_id }: Pick<SheetShift, 'shift_id'>,
): readonly TimesheetEvent[] => [{ type: 'MarkDisregarded', data: { ...marked(command, shift_id), result } }];

const marked = (command: CommandOf<'RecordMark'>, shift_id: number): MarkedData => ({
  ...ofShift(command, shift_id),
  timezone: command.timezone,
  mark: command.mark,
});

const ofShift = ({ employee_id, brand_id, point_id }: CommandOf<'RecordMark'>, shift_id: number) => ({
  employee_id,
  brand_id,
  point_id,
  shift_id,
});

const iso = (time: number): string => new Date(time).toISOString();

/** The result of a mark. */
export interface MarkOutcome {
  readonly result: MarkResult;
  readonly shift_id: number;
  readonly auto_closed_shift_id: number | null;
}

/** The result of a mark, from its events. Undefined for an event that is not the mark's own. */
export const outcomeOfMark = ({ type, data }: TimesheetEvent): MarkOutcome | undefined => {
  const { shift_id } = data;
  switch (type) {
    case 'ShiftStarted':
      return { result: 'shift_opened', shift_id, auto_closed_shift_id: data.auto_closed_shift_id };
    case 'ShiftEnded':
      return { result: 'shift_closed', shift_id, auto_closed_shift_id: null };
    case 'CheckOutRecorded':
      return { result: 'check_out_without_shift', shift_id, auto_closed_shift_id: null };
    case 'MarkDisregarded':
      return { result: data.result, shift_id, auto_closed_shift_id: null };
    default:
      return undefined;
  }
};
