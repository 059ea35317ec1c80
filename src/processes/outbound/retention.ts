import type pg from 'pg';
import type { Ticker } from '../engine/process.ts';

export interface RetentionOptions {
  readonly pool: pg.Pool;
  /** Milliseconds after the last attempt. */
  readonly retentionMs: number;
}

/** Rows are locked for a few milliseconds: recording an attempt or resending hardly waits. */
const BATCH = 500;
/** The rest is left to the next tick. */
const BATCHES = 20;
const EVERY_MS = 60_000;

/** Attempts have their time in ISO 8601 and UTC, so texts compare as times do. Locked rows are left to the next tick. */
export const PURGE = `
  with old as (
    select id from app.deliveries
    where body is not null and status <> 'pending' and created_at <= $1::text::timestamptz
      and coalesce(attempts -> -1 ->> 'at', '') collate "C" <= $1::text
    order by created_at limit $2
    for update skip locked
  )
  update app.deliveries d set body = null, message = null from old where d.id = old.id`;

/**
 * Deletes the bodies of calls that are no longer needed: so long after their last attempt, delivered or not. The rows
 * stay as the record of the attempts. Deliveries that still wait keep their body.
 */
export const createRetention = ({ pool, retentionMs }: RetentionOptions): Ticker => ({
  name: 'webhook-retention',
  everyMs: EVERY_MS,
  tick: async (now) => {
    const until = new Date(now.getTime() - retentionMs).toISOString();
    for (let batch = 0; batch < BATCHES; batch++) {
      const { rowCount } = await pool.query(PURGE, [until, BATCH]);
      if ((rowCount ?? 0) < BATCH) return;
    }
  },
});
