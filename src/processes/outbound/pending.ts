import type pg from 'pg';

/** In the order of the index of pending deliveries, so that it is used even if statistics tell of many that are done by now. */
const ANY_PENDING = `
  select from app.deliveries where status = 'pending' order by key_id, next_attempt_at, id limit 1`;

/** Whether any delivery is pending, of whatever channel. */
export type AnyPending = () => Promise<boolean>;

/** An app without calls to make asks this once a second, and not every channel what is due. */
export const createAnyPending =
  (pool: pg.Pool): AnyPending =>
  async () =>
    (await pool.query(ANY_PENDING)).rowCount !== 0;
