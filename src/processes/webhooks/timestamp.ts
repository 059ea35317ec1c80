/** ISO 8601 with the zone's offset at that instant: `2026-03-02T14:00:00.250+05:00`. */
export const toOffsetTimestamp = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant).toString({ timeZone: timezone, smallestUnit: 'millisecond' });
