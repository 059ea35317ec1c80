import type pg from 'pg';

export interface DueReservation {
  readonly reservation_id: string;
  readonly brand_id: string;
  readonly point_id: string;
  readonly status: 'pending' | 'created';
  readonly due_at: Date;
}

const DUE = `
  select reservation_id, brand_id, point_id, status, timer_at as due_at from read.reservations
  where timer_at <= $1 order by timer_at, reservation_id limit $2`;

/** Reservations with a due timer, the longest due first. */
export const dueReservations = async (pool: pg.Pool, now: Date, limit: number): Promise<readonly DueReservation[]> =>
  (await pool.query<DueReservation>(DUE, [now.toISOString(), limit])).rows;
