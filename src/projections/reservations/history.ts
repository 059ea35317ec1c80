import type pg from 'pg';

/** The log positions of a reservation's events, ascending; [] if the brand has no such reservation. */
export const reservationPositions = async (
  pool: pg.Pool,
  brandId: string,
  reservationId: string,
): Promise<number[]> => {
  const { rows } = await pool.query<{ position: number }>(
    `select position from read.reservation_changes where brand_id = $1 and reservation_id = $2
     union all
     select position from read.deposit_moves where brand_id = $1 and reservation_id = $2
     order by position`,
    [brandId, reservationId],
  );
  return rows.map((row) => row.position);
};
