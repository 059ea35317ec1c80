import type pg from 'pg';
import { type Coalescer, createCoalescer } from '../../database/coalescer.ts';
import type { CallResult } from './exchange.ts';
import type { Verdict } from './schedule.ts';

/** A delivery whose time has come. */
export interface DueDelivery {
  readonly id: number;
  readonly key_id: string;
  readonly event: string;
  readonly event_id: string;
  readonly body: string;
  readonly failures: number;
  readonly tries: number;
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
   * What is due at this time and tells nothing that the read models don't show, the longest due first: up to `each` of
   * every key, so that none hides behind another's backlog. Nothing of those keys that have enough.
   */
  due(now: Date, shownPosition: number, each: number, enough?: readonly string[]): Promise<DueDelivery[]>;
  /** What waits for keys that have expired since is undelivered from now on. */
  stopExpired(now: Date): Promise<void>;
  /** What waits for one that ended, or lost its permission, likewise. */
  stopAll(keyId: string, reason: string): Promise<void>;
  /** Stores an attempt, unless another process has stored the same one. */
  record(outcome: Outcome): Promise<void>;
}

const DUE = `
  select d.* from app.webhook_targets t
  cross join lateral (
    select id, key_id, event, event_id, body, failures, tries from app.deliveries
    where key_id = t.key_id and status = 'pending' and next_attempt_at <= $1 and position <= $2
    order by next_attempt_at, id limit $3
  ) d
  where t.url is not null and t.key_id <> all ($4::uuid[])`;

const STOP_EXPIRED = `
  update app.deliveries d set status = 'undelivered', next_attempt_at = null, reason = 'key_expired'
  from app.webhook_targets t
  where t.expires_at <= $1 and d.key_id = t.key_id and d.status = 'pending'`;

const RECORD = `
  update app.deliveries d
  set status = o.status, next_attempt_at = o.next_attempt_at, failures = o.failures, tries = d.tries + 1,
    attempts = d.attempts || o.attempt, url = o.url, reason = o.reason
  from jsonb_to_recordset($1) as o (id bigint, tries int, status text, next_attempt_at timestamptz, failures int,
    attempt jsonb, url text, reason text)
  where d.id = o.id and d.tries = o.tries`;

/** Under load attempts are stored together: each alone would cost more than its call. */
const GATHER_MS = 10;

export const createDeliveries = (
  pool: pg.Pool,
  stopAll: (keyId: string, reason: string) => Promise<void>,
): Deliveries => {
  const records: Coalescer<Outcome, void> = createCoalescer(
    async (outcomes) => {
      await pool.query(RECORD, [JSON.stringify(outcomes.map(toRow))]);
      return outcomes.map(() => undefined);
    },
    { gatherMs: GATHER_MS },
  );
  return {
    due: async (now, shownPosition, each, enough = []) =>
      (await pool.query<DueDelivery>(DUE, [now.toISOString(), shownPosition, each, enough])).rows,
    stopExpired: async (now) => {
      await pool.query(STOP_EXPIRED, [now.toISOString()]);
    },
    stopAll,
    record: records.submit,
  };
};

const toRow = ({ delivery: { id, tries }, attempt, url, verdict }: Outcome) => {
  const { status, failures, next_attempt_at } = verdict;
  return {
    ...{ id, tries, status, failures, attempt, url },
    next_attempt_at: next_attempt_at === null ? null : new Date(next_attempt_at).toISOString(),
    reason: status === 'undelivered' ? 'attempts_exhausted' : null,
  };
};
