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

/** What an employee owes for cheques, at all points together. */
export const owedByEmployee = async (pool: pg.Pool, brandId: string, employeeId: number): Promise<number> => {
  const { rows } = await pool.query<{ owed: number }>(
    `select coalesce(sum(amount), 0)::bigint as owed from read.employee_debts
     where brand_id = $1 and employee_id = $2 and known_to is null`,
    [brandId, employeeId],
  );
  return rows[0]!.owed;
};
