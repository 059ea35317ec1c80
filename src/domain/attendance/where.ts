import type { MarkType } from './events.ts';
import { SAME_MARK_MS } from './record-mark.ts';
import { checkedInNear, checkedOutNear, closedAround, type Sheet } from './sheet.ts';
import type { TimesheetState } from './state.ts';

/** A mark that names no point. */
interface Unplaced {
  readonly type: MarkType;
  /**
   * Its time, in milliseconds since the epoch, by the clock of a point. Undefined: this clock skips it, or the caller may
   * not use the point.
   */
  readonly timeAt: (pointId: string) => number | undefined;
}

/**
 * The point of a mark that names none: where the employee was on shift at that time, even if the shift has ended since; of
 * several shifts that of the latest check-in. Else where the same mark was made already, by another terminal. Undefined:
 * at neither, so it belongs to the employee's own point.
 */
export const pointOfMark = (state: TimesheetState, { type, timeAt }: Unplaced): string | undefined => {
  let latest: { readonly point_id: string; readonly since: number } | undefined;
  let same: string | undefined;
  for (const [point_id, sheet] of Object.entries(state?.points ?? {})) {
    const time = timeAt(point_id);
    if (time === undefined) continue;
    const since = onShiftSince(sheet, type, time);
    if (since !== undefined && (!latest || since > latest.since)) latest = { point_id, since };
    const counted = (type === 'check_in' ? checkedInNear : checkedOutNear)(sheet, time, SAME_MARK_MS);
    if (counted) same ??= point_id;
  }
  return latest?.point_id ?? same;
};

/** The check-in of the shift that goes on right before a check-out, or right after a check-in, of this time. */
const onShiftSince = (sheet: Sheet, type: MarkType, time: number): number | undefined => {
  const open = sheet.open.findLast(({ check_in }) => (type === 'check_in' ? check_in <= time : check_in < time));
  const closed = closedAround(sheet, type, time)?.check_in ?? undefined;
  return open && (closed === undefined || open.check_in > closed) ? open.check_in : closed;
};

interface Timed {
  readonly type: MarkType;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** The order in which the marks of a request are made: at one instant somebody leaves before somebody comes. */
export const inOrder = (one: Timed, other: Timed): number =>
  one.time - other.time || Number(one.type === 'check_in') - Number(other.type === 'check_in');
