import type pg from 'pg';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { ReservationScope } from './queries.ts';
import { joinReservation, RESERVATION_COLUMNS, type ReservationRow } from './reservation-row.ts';

/** The last change that a reader has seen. */
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
  select ${RESERVATION_COLUMNS},
    to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_since,
    reservation_id as after_id
  from read.reservations
  where brand_id = $1 and ($2::uuid[] is null or point_id = any($2)) and key_id = $3 and source = 'partner'
    and changed_position <= $5 and ${after}
  order by changed_position limit $4`;

const AFTER_POSITION = CHANGES('changed_position > $6');
const AFTER_TIME = CHANGES('changed_at > $6');
const AFTER_TIME_AND_ID = CHANGES('(changed_at, reservation_id) > ($6, $7)');

/**
 * Reservations of a key that changed after the cursor, in the order of the log, each as it is now. The cursor's change
 * is looked up, and the feed goes on from its place in the log: clocks may repeat and go back, places do not. One more
 * than `limit` means that there are more.
 *
 * `shownTo`: the end of the log when the request came, which the read model has reached; null: it has not. Later
 * changes are left for the next time, because they may be part of an append that the read model has only half. All
 * changes of an append have one time. If a reservation changed twice in it, a reader that was shown the first change
 * would come back with a cursor that fits the second one too, and the changes between the two would be skipped.
 */
export const changesAfter = async (
  pool: pg.Pool,
  { brand_id, point_ids, key_id }: ReservationScope,
  cursor: FeedCursor,
  limit: number,
  shownTo: number | null,
): Promise<ReservationChange[]> => {
  const upTo = shownTo ?? (await wholeUpTo(pool));
  const position = await placeOf(pool, brand_id, cursor);
  const of = [brand_id, point_ids, key_id, limit + 1, upTo];
  const { changed_since, after_id } = cursor;
  const ask = (text: string, ...after: readonly unknown[]) =>
    pool.query<ReservationRow & { readonly changed_since: string; readonly after_id: string }>(text, [...of, ...after]);
  const { rows } =
    position !== null
      ? await ask(AFTER_POSITION, position)
      : after_id === null
        ? await ask(AFTER_TIME, changed_since)
        : await ask(AFTER_TIME_AND_ID, changed_since, after_id);
  return rows.map(({ changed_since, after_id, ...row }) => ({
    reservation: joinReservation(row),
    cursor: { changed_since, after_id },
  }));
};

/** All but the last moment: its append may not be complete. */
const wholeUpTo = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ position: number }>(
    `select position from read.reservation_changes
     where changed_at < (select changed_at from read.reservation_changes order by position desc limit 1)
     order by position desc limit 1`,
  );
  return rows[0]?.position ?? 0;
};

/** Null: no change of this reservation at this time. Then only the time counts. */
const placeOf = async (pool: pg.Pool, brandId: string, cursor: FeedCursor): Promise<number | null> => {
  if (cursor.after_id === null) return null;
  const { rows } = await pool.query<{ position: number | null }>(
    `select max(position) as position from read.reservation_changes
     where brand_id = $1 and reservation_id = $2 and changed_at = $3`,
    [brandId, cursor.after_id, cursor.changed_since],
  );
  return rows[0]?.position ?? null;
};
