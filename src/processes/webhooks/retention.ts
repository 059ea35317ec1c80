import type pg from 'pg';
import type { Ticker } from '../engine/process.ts';

export interface RetentionOptions {
  readonly pool: pg.Pool;
  /** Milliseconds after the last attempt. */
  readonly retentionMs: number;
}

/** Locked for a few milliseconds: who records an attempt or sends again meanwhile hardly waits. */
const BATCH = 500;
/** More are left to the next run. */
const BATCHES = 20;
const EVERY_MS = 60_000;

/** Attempts tell their time in ISO 8601 and UTC, so texts compare as times do. What is locked is left to the next run. */
export const PURGE = `
  with old as (
    select id from app.deliveries
    where body is not null and status <> 'pending' and created_at <= $1::text::timestamptz
      and coalesce(attempts -> -1 ->> 'at', '') collate "C" <= $1::text
    order by created_at limit $2
    for update skip locked
  )
  update app.deliveries d set body = null from old where d.id = old.id`;

/**
 * Deletes what calls told once nobody needs it: so long after their last attempt, whether they were delivered or not. The
 * rows stay: they are the account of what was attempted. What still waits to be sent keeps its body.
 */
export const createWebhookRetention = ({ pool, retentionMs }: RetentionOptions): Ticker => ({
  name: 'webhook-retention',
  everyMs: EVERY_MS,
  run: async (now) => {
    const until = new Date(now.getTime() - retentionMs).toISOString();
    for (let batch = 0; batch < BATCHES; batch++) {
      const { rowCount } = await pool.query(PURGE, [until, BATCH]);
      if ((rowCount ?? 0) < BATCH) return;
    }
  },
});
