import type pg from 'pg';
import { createBatcher } from '../../concurrency/batcher.ts';
import type { DueDelivery } from './channel.ts';
import type { Verdict } from './schedule.ts';

/** One attempt, as GET /deliveries shows it. */
export interface Attempt {
  /** ISO 8601 instant. */
  readonly at: string;
  readonly status_code: number | null;
  readonly failure: string | null;
  readonly duration_ms: number;
}

export interface Outcome {
  readonly delivery: DueDelivery;
  readonly attempt: Attempt;
  readonly url: string;
  readonly verdict: Verdict;
  /** What the receiver said of it; null: nothing that is kept. */
  readonly message: string | null;
}

/**
 * Stores an attempt, unless another process has stored the same one. It decides about the delivery only if nothing else
 * has decided since the delivery was read.
 */
export type RecordAttempt = (outcome: Outcome) => Promise<void>;

/**
 * Whether the attempt decides about its delivery. A failure must not put a delivery in the queue again that was stopped
 * during the call, because the key has ended. A success counts all the same, because the call has arrived. If the
 * delivery was resent meanwhile, the attempt decides nothing: it belongs to the sending before.
 */
const DECIDES = "d.resent_position = o.resent_position and (d.status = 'pending' or o.status = 'delivered')";
const DECIDED = ['status', 'next_attempt_at', 'failures', 'reason', 'message'];

const RECORD = `
  update app.deliveries d
  set ${DECIDED.map((column) => `${column} = case when ${DECIDES} then o.${column} else d.${column} end`).join(', ')},
    tries = d.tries + 1, attempts = d.attempts || o.attempt, url = o.url
  from jsonb_to_recordset($1) as o (id bigint, tries int, resent_position bigint, status text,
    next_attempt_at timestamptz, failures int, attempt jsonb, url text, reason text, message text)
  where d.id = o.id and d.tries = o.tries`;

/** Under load attempts are stored together: storing each alone would cost more than its call. */
const GATHER_MS = 10;

export const createAttemptRecords = (pool: pg.Pool): RecordAttempt =>
  createBatcher<Outcome, void>(
    async (outcomes) => {
      await pool.query(RECORD, [JSON.stringify(outcomes.map(toRow))]);
      return outcomes.map(() => undefined);
    },
    { gatherMs: GATHER_MS },
  ).submit;

const toRow = ({ delivery: { id, tries, resent_position }, attempt, url, verdict, message }: Outcome) => {
  const { status, failures, next_attempt_at, reason } = verdict;
  return {
    id,
    tries,
    resent_position,
    status,
    failures,
    attempt,
    url,
    message,
    next_attempt_at: next_attempt_at === null ? null : new Date(next_attempt_at).toISOString(),
    reason,
  };
};
