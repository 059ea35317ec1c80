import type pg from 'pg';
import { type Coalescer, createCoalescer } from '../../database/coalescer.ts';
import type { CallResult } from '../outbound/exchange.ts';
import type { ShownPositions } from './kinds.ts';
import type { Verdict } from './schedule.ts';

/** A due delivery. */
export interface DueDelivery {
  readonly id: number;
  readonly key_id: string;
  readonly event: string;
  readonly event_id: string;
  readonly body: string;
  readonly failures: number;
  readonly tries: number;
  /** Log position of the request to resend that this sending answers; 0: none. */
  readonly resent_position: number;
}

/** One attempt, as GET /deliveries shows it. */
export interface Attempt extends CallResult {
  /** ISO 8601 instant. */
  readonly at: string;
  readonly duration_ms: number;
}

export interface Outcome {
  readonly delivery: DueDelivery;
  readonly attempt: Attempt;
  readonly url: string;
  readonly verdict: Verdict;
}

export interface Deliveries {
  /**
   * Due deliveries whose state the read models already show, the longest due first: up to `each` for every key, so that
   * none hides behind another's backlog. None for keys that have enough.
   */
  due(now: Date, shown: ShownPositions, each: number, enough?: readonly string[]): Promise<DueDelivery[]>;
  /** Waiting deliveries of keys that have expired since are undelivered from now on. */
  stopExpired(now: Date): Promise<void>;
  /** The same for waiting deliveries of a key that has ended, or lost its permission; with kinds, only for these. */
  stopAll(keyId: string, reason: string, kinds?: readonly string[]): Promise<void>;
  /**
   * Stores an attempt, unless another process has stored the same one. It decides about the delivery only if nothing
   * else has decided since the delivery was read.
   */
  record(outcome: Outcome): Promise<void>;
}

/** A kind without its own position waits for nothing. So does a kind that no longer exists. */
const DUE = `
  select d.* from app.webhook_targets t
  cross join lateral (
    select id, key_id, event, event_id, body, failures, tries, resent_position from app.deliveries
    where key_id = t.key_id and status = 'pending' and next_attempt_at <= $1
      and position <= coalesce(($2::jsonb ->> event)::bigint, position)
    order by next_attempt_at, id limit $3
  ) d
  where t.url is not null and t.key_id <> all ($4::uuid[])`;

const STOP_EXPIRED = `
  update app.deliveries d set status = 'undelivered', next_attempt_at = null, reason = 'key_expired'
  from app.webhook_targets t
  where t.expires_at <= $1 and d.key_id = t.key_id and d.status = 'pending'`;

/**
 * Whether the attempt decides about its delivery. A failure must not put a delivery in the queue again that was stopped
 * during the call, because the key has ended. A success counts all the same, because the call has arrived. If the
 * delivery was resent meanwhile, the attempt decides nothing: it belongs to the sending before.
 */
const DECIDES = "d.resent_position = o.resent_position and (d.status = 'pending' or o.status = 'delivered')";
const DECIDED = ['status', 'next_attempt_at', 'failures', 'reason'];

const RECORD = `
  update app.deliveries d
  set ${DECIDED.map((column) => `${column} = case when ${DECIDES} then o.${column} else d.${column} end`).join(', ')},
    tries = d.tries + 1, attempts = d.attempts || o.attempt, url = o.url
  from jsonb_to_recordset($1) as o (id bigint, tries int, resent_position bigint, status text,
    next_attempt_at timestamptz, failures int, attempt jsonb, url text, reason text)
  where d.id = o.id and d.tries = o.tries`;

/** Under load attempts are stored together: storing each alone would cost more than its call. */
const GATHER_MS = 10;

export const createDeliveries = (pool: pg.Pool, stopAll: Deliveries['stopAll']): Deliveries => {
  const records: Coalescer<Outcome, void> = createCoalescer(
    async (outcomes) => {
      await pool.query(RECORD, [JSON.stringify(outcomes.map(toRow))]);
      return outcomes.map(() => undefined);
    },
    { gatherMs: GATHER_MS },
  );
  return {
    due: async (now, shown, each, enough = []) =>
      (await pool.query<DueDelivery>(DUE, [now.toISOString(), JSON.stringify(shown), each, enough])).rows,
    stopExpired: async (now) => {
      await pool.query(STOP_EXPIRED, [now.toISOString()]);
    },
    stopAll,
    record: records.submit,
  };
};

const toRow = ({ delivery: { id, tries, resent_position }, attempt, url, verdict }: Outcome) => {
  const { status, failures, next_attempt_at } = verdict;
  return {
    id,
    tries,
    resent_position,
    status,
    failures,
    attempt,
    url,
    next_attempt_at: next_attempt_at === null ? null : new Date(next_attempt_at).toISOString(),
    reason: status === 'undelivered' ? 'attempts_exhausted' : null,
  };
};
