const MINUTE_MS = 60_000;

/** A time of the venue's clock in milliseconds. Only differences of two of them mean something. */
export const clockMs = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

/** Whole minutes from one time of the venue's clock to another; negative: the second is earlier. */
export const minutesBetween = (from: string, to: string): number =>
  Math.floor((clockMs(to) - clockMs(from)) / MINUTE_MS);
