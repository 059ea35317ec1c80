/** The state of a delivery after an attempt. */
export interface Verdict {
  readonly status: 'pending' | 'delivered' | 'undelivered';
  /** Milliseconds since the epoch; null unless pending. */
  readonly next_attempt_at: number | null;
  /** Failed attempts since it was put in the queue. */
  readonly failures: number;
  /** Why it is undelivered; null unless it is. */
  readonly reason: 'attempts_exhausted' | 'refused' | null;
}

interface JudgedAttempt {
  readonly started_at: number;
  readonly failed: boolean;
  readonly failures_before: number;
  /** When the receiver asks to be called again, in milliseconds since the epoch. Null: it does not say. */
  readonly asked_at?: number | null;
  /** The receiver refused for good. */
  readonly refused?: boolean;
}

/**
 * Judges an attempt. `pauses`: milliseconds before each further attempt, counted from the start of the one before, so
 * that a slow receiver is not called later. A receiver that asks for more time gets it, up to the longest of the pauses.
 */
export const judge = (attempt: JudgedAttempt, pauses: readonly number[]): Verdict => {
  const { started_at, failed, failures_before, asked_at = null, refused = false } = attempt;
  const ended = { next_attempt_at: null, reason: null };
  if (!failed) return { ...ended, status: 'delivered', failures: failures_before };
  const failures = failures_before + 1;
  if (refused) return { ...ended, status: 'undelivered', failures, reason: 'refused' };
  const pause = pauses[failures - 1];
  if (pause === undefined) return { ...ended, status: 'undelivered', failures, reason: 'attempts_exhausted' };
  const own = started_at + pause;
  const asked = Math.min(asked_at ?? own, started_at + Math.max(...pauses));
  return { status: 'pending', next_attempt_at: Math.max(own, asked), failures, reason: null };
};
