import { Refusal } from '../refusal.ts';
import type { Sheet, SheetShift } from './sheet.ts';

/** Milliseconds since the epoch. Null: no such mark. */
interface Times {
  readonly check_in: number | null;
  readonly check_out: number | null;
}

/** From its first moment on, and until right before its end, so that one may begin when another one ends. */
interface Span {
  readonly from: number;
  /** Infinite: the shift is open. */
  readonly to: number;
}

/** The time that a shift takes. Undefined: it has no beginning, or none of its time comes after it. */
const spanOf = ({ check_in, check_out }: Times): Span | undefined =>
  check_in === null ? undefined : spanFrom(check_in, check_out ?? Number.POSITIVE_INFINITY);

const spanFrom = (from: number, to: number): Span | undefined => (from < to ? { from, to } : undefined);

const commonOf = (one: Span | undefined, other: Span | undefined): Span | undefined =>
  one && other && spanFrom(Math.max(one.from, other.from), Math.min(one.to, other.to));

/**
 * Throws attendance_shifts_overlap (409), which names the other shift, if a shift with these times would take time of
 * another one at its point. Shifts that overlap already, by marks that came late, are corrected one
 * by one: so a correction may leave what `before` had in common with another one, but not more.
 */
export const requireFreeTime = (sheet: Sheet, point_id: string, times: Times, before?: SheetShift): void => {
  const span = spanOf(times);
  const old = before && spanOf(before);
  for (const [, { shifts }] of sheet.pages) {
    for (const other of shifts) {
      const common = other.shift_id === before?.shift_id ? undefined : commonOf(span, spanOf(other));
      if (common && !isWithin(common, commonOf(old, spanOf(other)))) throw overlaps(point_id, other);
    }
  }
};

const isWithin = (one: Span, other: Span | undefined): boolean =>
  other !== undefined && other.from <= one.from && one.to <= other.to;

const overlaps = (point_id: string, { shift_id, check_in, check_out }: SheetShift): Refusal => {
  const overlaps_with = { shift_id, point_id, check_in: toInstant(check_in), check_out: toInstant(check_out) };
  return new Refusal('conflict', 'attendance_shifts_overlap', { shift_id }, { overlaps_with });
};

const toInstant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
