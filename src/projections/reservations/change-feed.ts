import type pg from 'pg';
import type { Reservation } from '../../domain/reservation-book/events.ts';
import type { ReservationScope } from './queries.ts';

/** The last change a reader has seen. */
export interface FeedCursor {
  /** ISO 8601 instant in UTC, in microseconds. */
  readonly changed_since: string;
  readonly after_id: string | null;
}

export interface ReservationChange {
  readonly reservation: Reservation;
  readonly cursor: FeedCursor;
}

const CHANGES = (after: string) => `
  select reservation,
    to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_since,
    reservation_id as after_id
  from read.reservations
  where brand_id = $1 and ($2::uuid[] is null or point_id = any($2)) and key_id = $3 and source = 'partner'
    and ${after}
  order by changed_position limit $4`;

const AFTER_POSITION = CHANGES('changed_position > $5');
const AFTER_TIME = CHANGES('changed_at > $5');

/**
 * Reservations of a key that changed after the cursor, in the order of the log, each as it is now. The cursor's change is
 * looked up and the feed goes on from its place in the log: clocks may repeat and go back, places do not, and a read
 * model that is half-way through a moment's changes shows no later one before an earlier one. One more than `limit` tells
 * that there are more.
 */
export const changesAfter = async (
  pool: pg.Pool,
  { brand_id, point_ids, key_id }: ReservationScope,
  cursor: FeedCursor,
  limit: number,
): Promise<ReservationChange[]> => {
  const position = await placeOf(pool, brand_id, cursor);
  const { rows } = await pool.query<{ reservation: Reservation; changed_since: string; after_id: string }>(
    position === null ? AFTER_TIME : AFTER_POSITION,
    [brand_id, point_ids, key_id, limit + 1, position ?? cursor.changed_since],
  );
  return rows.map(({ reservation, ...rest }) => ({ reservation, cursor: rest }));
};

/** Null: no change of this reservation at this time; the time alone has to do. */
const placeOf = async (pool: pg.Pool, brandId: string, cursor: FeedCursor): Promise<number | null> => {
  if (cursor.after_id === null) return null;
  const { rows } = await pool.query<{ position: number | null }>(
    `select max(position) as position from read.reservation_changes
     where brand_id = $1 and reservation_id = $2 and changed_at = $3`,
    [brandId, cursor.after_id, cursor.changed_since],
  );
  return rows[0]?.position ?? null;
};
