import type pg from 'pg';

/**
 * The numbers of cheques as they were known at a position: each order's last one by then. An order that was never closed
 * by then has none.
 */
export const chequeNumbers = async (
  pool: pg.Pool,
  brandId: string,
  orderIds: readonly number[],
  position: number,
): Promise<ReadonlyMap<number, number>> => {
  if (orderIds.length === 0) return new Map();
  const { rows } = await pool.query<{ id: number; cheque_number: number }>(
    `select distinct on (id) id, cheque_number from read.cheques
     where id = any ($2) and brand_id = $1 and known_from <= $3 order by id, known_from desc`,
    [brandId, orderIds, position],
  );
  return new Map(rows.map(({ id, cheque_number }) => [id, cheque_number]));
};
