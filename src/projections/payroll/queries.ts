import type pg from 'pg';

/** Whose an accrual is, also a cancelled one. Undefined: the brand has no such accrual. */
export const placeOfAccrual = async (
  pool: pg.Pool,
  brandId: string,
  accrualId: number,
): Promise<{ employee_id: number; point_id: string } | undefined> => {
  const { rows } = await pool.query<{ employee_id: number; point_id: string }>(
    'select employee_id, point_id from read.accruals where brand_id = $1 and accrual_id = $2 limit 1',
    [brandId, accrualId],
  );
  return rows[0];
};
