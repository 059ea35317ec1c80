import type pg from 'pg';

/** A product that is out, or nearly out. */
export interface Stopped {
  readonly product_id: number;
  /** Units left. */
  readonly quantity: number;
  readonly reason: string | null;
}

/** The stop-list of a point as it is now, with the reasons that the venue gave, by product. */
export const stoppedNow = async (pool: pg.Pool, brandId: string, pointId: string): Promise<Stopped[]> => {
  const { rows } = await pool.query<Stopped>(
    `select product_id, quantity::float8 as quantity, reason from read.stop_list
     where point_id = $1 and brand_id = $2 order by product_id`,
    [pointId, brandId],
  );
  return rows;
};
