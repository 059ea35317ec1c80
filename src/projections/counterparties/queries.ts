import type pg from 'pg';

/** Where a supply is recorded, or the return of one, cancelled or not. Undefined: the brand has none with this id. */
export const placeOfSupply = async (
  pool: pg.Pool,
  brandId: string,
  supplyId: number,
): Promise<{ readonly supplier_id: number; readonly point_id: string } | undefined> => {
  const { rows } = await pool.query<{ supplier_id: number; point_id: string }>(
    `select supplier_id, point_id from read.supplier_entries
     where id = $2 and brand_id = $1 and kind <> 'payment' limit 1`,
    [brandId, supplyId],
  );
  return rows[0];
};
