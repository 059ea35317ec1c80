import { z } from 'zod';
import { MARK_TYPES } from '../../domain/attendance/events.ts';
import { instantOfMark, parseMarkTime } from '../../domain/attendance/mark-time.ts';
import { invalid } from '../../domain/refusal.ts';
import { id, name, uuid } from '../fields/fields.ts';
import { MAX_AGE_MS, MAX_AHEAD_MS } from '../fields/time-bounds.ts';

/**
 * ISO 8601 with or without an offset (without: the point's clock), or Unix seconds. Stays as written: see instantOf.
 */
export const markTime = () =>
  z
    .union([z.string().max(64), z.number()])
    .refine((value) => parseMarkTime(value) !== undefined, { params: { code: 'mark_time_unreadable' } });

export type WrittenTime = z.output<ReturnType<typeof markTime>>;

/**
 * The instant of a time on a point's clock, in milliseconds since the epoch. Throws local_time_missing for a time that
 * the clock skips.
 */
export const instantOf = (time: WrittenTime, timezone: string, field: string): number => {
  const read = parseMarkTime(time);
  if (!read) throw invalid('mark_time_unreadable', { field });
  const instant = instantOfMark(read, timezone);
  if (instant === undefined) throw invalid('local_time_missing', { field });
  return instant;
};

/** `event_id` is checked separately: an event with one may have been received before, whatever else it says. */
export const eventIdInput = z.object({ event_id: name(100) });

export const markFields = {
  employee_id: id(),
  type: z.enum(MARK_TYPES),
  time: markTime(),
  point_id: uuid().nullish(),
};

export const markInput = z.object(markFields);
export type MarkInput = z.output<typeof markInput>;

/** Throws unless the mark was made at most 62 days ago, and is at most 5 minutes ahead. */
export const checkMarkTime = (ms: number, now: number): void => {
  if (ms > now + MAX_AHEAD_MS) throw invalid('mark_in_future', {}, { field: 'time' });
  if (ms < now - MAX_AGE_MS) throw invalid('mark_too_old', {}, { field: 'time' });
};
