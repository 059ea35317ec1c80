/** The state of a delivery after an attempt. */
export interface Verdict {
  readonly status: 'pending' | 'delivered' | 'undelivered';
  /** Milliseconds since the epoch; null unless pending. */
  readonly next_attempt_at: number | null;
  /** Failed attempts since it was put in the queue. */
  readonly failures: number;
}

/**
 * Judges an attempt. `pauses`: milliseconds before each further attempt, counted from the start of the one before, so
 * that a slow receiver is not called later.
 */
export const judge = (
  attempt: { readonly started_at: number; readonly failed: boolean; readonly failures_before: number },
  pauses: readonly number[],
): Verdict => {
  const { started_at, failed, failures_before } = attempt;
  if (!failed) return { status: 'delivered', next_attempt_at: null, failures: failures_before };
  const failures = failures_before + 1;
  const pause = pauses[failures - 1];
  if (pause === undefined) return { status: 'undelivered', next_attempt_at: null, failures };
  return { status: 'pending', next_attempt_at: started_at + pause, failures };
};
