/** How long the second of two steps may take, before a process takes the first one back. */
const SECOND_STEP_MS = 20_000;
/** The least that is left of that time when the first step is seen late, as after a restart. */
const LEAST_MS = 5_000;

/**
 * When the time for the second step is over, in milliseconds since the epoch. The process that took the first step said when, by its
 * clock; our own clock sets the bounds. So a wrong clock on another machine neither holds something for hours nor takes it from
 * somebody who is just using it.
 */
export const dueAt = (occurredAt: string, now: number): number =>
  Math.min(Math.max(Date.parse(occurredAt) + SECOND_STEP_MS, now + LEAST_MS), now + SECOND_STEP_MS);

/** If the clock is set back, nothing must be held until the old time comes again. */
export const boundedBy = <Pending extends { readonly due_at: number }>(pending: Pending, now: number): Pending =>
  pending.due_at - now > SECOND_STEP_MS ? { ...pending, due_at: now + SECOND_STEP_MS } : pending;
