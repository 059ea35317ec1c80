import type pg from 'pg';

/**
 * Each in the order of an index of pending deliveries, so that it is used even if statistics tell of many that are done by now.
 * Those of loyalty services have no key.
 */
const PENDING_KINDS = `
  (select kind from app.deliveries where status = 'pending' and key_id is not null
   order by key_id, next_attempt_at, id limit 1)
  union all
  (select kind from app.deliveries where status = 'pending' and kind = 'loyalty'
   order by brand_id, next_attempt_at, id limit 1)`;

/** Which kinds of deliveries are pending. */
export type PendingKinds = () => Promise<ReadonlySet<string>>;

/** An app without calls to make asks this once a second, and not every channel what is due. */
export const createPendingKinds =
  (pool: pg.Pool): PendingKinds =>
  async () => {
    const { rows } = await pool.query<{ readonly kind: string }>(PENDING_KINDS);
    return new Set(rows.map(({ kind }) => kind));
  };
