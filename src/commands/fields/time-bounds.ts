/** How far a venue's clock may be ahead of ours. */
export const MAX_AHEAD_MS = 5 * 60_000;

/** How late a venue may report what happened there: a till, or a time clock, that was cut off for two months. */
export const MAX_AGE_MS = 62 * 24 * 3_600_000;
