/** A clock that stands still until it is moved. Starts on Monday, 2 March 2026, at 14:00 in Tashkent. */
export const createClock = (start = '2026-03-02T09:00:00.250Z') => {
  let now = Date.parse(start);
  return {
    read: () => now,
    /** ISO 8601 instant so many milliseconds from now. */
    at: (ms: number) => new Date(now + ms).toISOString(),
    move: (ms: number) => {
      now += ms;
    },
  };
};

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
