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

/** Where in the log the events of these reservations are, and in whose books. */
export const placesOfReservations = async (
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  brandId: string,
  reservationIds: readonly string[],
): Promise<{ readonly positions: number[]; readonly pointIds: string[] }> => {
  if (reservationIds.length === 0) return { positions: [], pointIds: [] };
  const { rows } = await db.query<{ position: number; point_id: string }>(
    `select c.position, r.point_id
     from read.reservation_changes c join read.reservations r using (reservation_id)
     where c.brand_id = $1 and c.reservation_id = any($2) order by c.position`,
    [brandId, reservationIds],
  );
  return { positions: rows.map(({ position }) => position), pointIds: [...new Set(rows.map((row) => row.point_id))] };
};
