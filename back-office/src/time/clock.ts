import { clockMs } from '../parts/clock-times.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The instant at which a venue's clock shows a time. In an hour that comes twice: the first one. */
export const instantOf = (local: string, clockAt: (instant: number) => string): number => {
  const wanted = clockMs(local);
  // The clock is ahead of UTC by as much as it shows later: asked twice, because that differs on both sides of a change.
  let instant = wanted;
  for (let round = 0; round < 2; round += 1) instant += wanted - clockMs(clockAt(instant));
  return instant;
};

/** An instant as it stands in an address, in UTC. */
export const addressOf = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

/** Another day of the same clock: YYYY-MM-DD. */
export const otherDay = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
