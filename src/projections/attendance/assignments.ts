import type { Snapshot } from '../reports/snapshot.ts';

/** What an employee is from a day on, until the next one begins. */
export interface Assignment {
  readonly employee_id: number;
  readonly from: string;
  /** The employee's own point; null: none. */
  readonly point_id: string | null;
  readonly role: string;
  readonly role_name: string;
  readonly position_id: number;
  readonly position_name: string;
}

/** The assignments of a brand's employees by employee, ascending by their first day. Each employee has one at least. */
export const readAssignments = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  brandId: string,
): Promise<Map<number, Assignment[]>> => {
  const { rows } = await db.query<Assignment>(
    `select employee_id, from_date as from, point_id, role, role_name, position_id, position_name
     from read.employee_assignments as a where brand_id = $1 and ${valid('a')} order by from_date`,
    [brandId],
  );
  return Map.groupBy(rows, ({ employee_id }) => employee_id);
};

/**
 * The `from` clause of the assignment of an employee on a day. It has one row, if the employee is known; `valid` is the
 * condition for rows of a table with versions.
 */
export const assignmentOn = (
  valid: (alias: string) => string,
  employee: string,
  day: string,
  table = 'read.employee_assignments',
): string => `lateral (select * from ${table} as dated where dated.employee_id = ${employee} and dated.from_date <= ${day}
  and ${valid('dated')} order by dated.from_date desc limit 1)`;
