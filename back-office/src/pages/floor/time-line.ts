import type { Reservation } from '../../reading/types.ts';

/** Pixels of a minute on the timeline. */
export const MINUTE_WIDTH = 1.6;
/** A reservation that is dragged goes to the next of these. */
export const STEP_MINUTES = 15;

const DAY_MINUTES = 24 * 60;

/** 19:30 -> 1170 */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** 1170 -> 19:30 */
export const timeOf = (minute: number): string => {
  const within = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
};

/**
 * The hours that a day's timeline shows: all that is reserved, at least noon to eleven in the evening.
 * @param clock the venue's clock, which stands on the timeline too; undefined: another day than today is shown
 */
export const hoursOf = (reservations: readonly Reservation[], clock: string | undefined) => {
  const starts = reservations.map(({ start_time }) => Math.floor(minuteOf(start_time) / 60));
  const ends = reservations.map(({ start_time, duration_minutes }) =>
    Math.ceil((minuteOf(start_time) + duration_minutes) / 60),
  );
  const now = clock === undefined ? [] : [Number(clock.slice(11, 13))];
  return { first: Math.min(12, ...now, ...starts), last: Math.max(23, ...now.map((hour) => hour + 1), ...ends) };
};

/** The narrowest that a finger meets. */
export const LEAST_WIDTH = 44;

/**
 * On which line of its row each reservation stands, so that none hides another: guests without a table come at the same time, and who left
 * early makes room for the next.
 */
export const linesOf = (reservations: readonly Reservation[]) => {
  const ends: number[] = [];
  const lines = new Map<string, number>();
  for (const { id, start_time, duration_minutes } of reservations.toSorted(byStart)) {
    const start = minuteOf(start_time);
    const free = ends.findIndex((end) => end <= start);
    const line = free < 0 ? ends.length : free;
    ends[line] = start + Math.max(duration_minutes, LEAST_WIDTH / MINUTE_WIDTH);
    lines.set(id, line);
  }
  return { lines, count: Math.max(1, ends.length) };
};

const byStart = (one: Reservation, other: Reservation): number =>
  one.start_time.localeCompare(other.start_time) || one.id.localeCompare(other.id);

/**
 * Where a reservation goes when it was dragged.
 * @returns the fields of MoveReservation that change; undefined: none
 */
export const moved = (
  { table, start_time }: Reservation,
  { tableId, pixels }: { readonly tableId: number | undefined; readonly pixels: number },
): { readonly table_id?: number; readonly start_time?: string } | undefined => {
  const minutes = Math.round(pixels / MINUTE_WIDTH / STEP_MINUTES) * STEP_MINUTES;
  const start = minuteOf(start_time) + minutes;
  const isOtherTable = tableId !== undefined && tableId !== 0 && tableId !== table?.id;
  const isOtherTime = minutes !== 0 && start >= 0 && start < DAY_MINUTES;
  if (!isOtherTable && !isOtherTime) return undefined;
  return { ...(isOtherTable && { table_id: tableId }), ...(isOtherTime && { start_time: timeOf(start) }) };
};
