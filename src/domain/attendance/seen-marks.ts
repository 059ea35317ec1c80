import { type ById, entryOf, withEntries } from '../collections/by-id.ts';
import type { MarkType } from './events.ts';

interface SeenMark {
  readonly type: MarkType;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** The shift that it met and did not change. */
  readonly shift_id: number;
}

/**
 * Marks that changed nothing, by day. They count all the same: without them the second source of a check-in that came
 * at exactly 14 hours would end the shift a minute later.
 */
export type SeenMarks = ById<readonly SeenMark[]>;

const DAY_MS = 24 * 3_600_000;
/**
 * No mark is accepted that is more than 62 days old (commands/attendance), so no older mark can be the same as a new
 * one.
 */
const KEPT_DAYS = 64;

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** A copy with the mark, without marks that are too old to be the same as a new one. */
export const withSeen = (seen: SeenMarks, mark: SeenMark): SeenMarks => {
  const day = dayOf(mark.time);
  const all = withEntries(seen, [[day, [...(entryOf(seen, day) ?? []), mark]]]);
  const first = all.at(-1)![0] - KEPT_DAYS;
  return all[0]![0] < first ? all.filter(([kept]) => kept >= first) : all;
};

/** A copy without the marks that met the shift. */
export const withoutSeenOf = (seen: SeenMarks, shiftId: number): SeenMarks =>
  seen.flatMap(([day, marks]) => {
    const rest = marks.filter(({ shift_id }) => shift_id !== shiftId);
    return rest.length > 0 ? [[day, rest] as const] : [];
  });

/** A mark of the type at most `windowMs` before or after the time. */
export const seenNear = (seen: SeenMarks, type: MarkType, time: number, windowMs: number): SeenMark | undefined => {
  const last = dayOf(time + windowMs);
  for (let day = dayOf(time - windowMs); day <= last; day++) {
    const found = entryOf(seen, day)?.find((mark) => mark.type === type && Math.abs(mark.time - time) <= windowMs);
    if (found) return found;
  }
  return undefined;
};
