import type { Terms } from '../../../domain/payroll/terms.ts';
import { assignmentOn } from '../../attendance/assignments.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import type { AssignedMotivation } from './bases.ts';
import type { Folders, Placing } from './folder-times.ts';
import type { PayrollQuestion } from './question.ts';

type Db = Pick<Snapshot, 'db' | 'valid'>;

export interface StaffMember {
  readonly employee_id: number;
  /** Null: the employee was erased. */
  readonly employee_name: string | null;
  readonly role: string;
  readonly role_name: string;
  readonly position: string;
}

/**
 * The employees of a brand as of the moment, whatever their standing, each with the role and the position of a day. Roles
 * and positions have the names that they have at the moment.
 */
export const readStaff = async ({ db, valid }: Db, brandId: string, day: string): Promise<Map<number, StaffMember>> => {
  const name = (kind: string, of: string) =>
    `(select n.name from read.names as n where n.brand_id = $1 and n.kind = '${kind}' and n.id = ${of} and ${valid('n')})`;
  const { rows } = await db.query<StaffMember>(
    `select e.employee_id, e.name as employee_name, a.role,
       case when a.role = e.role then e.role_name else coalesce(${name('role', 'a.role')}, a.role_name) end as role_name,
       case when a.position_id = e.position_id then e.position_name
         else coalesce(${name('position', 'a.position_id::text')}, a.position_name) end as position
     from read.employees as e, ${assignmentOn(valid, 'e.employee_id', '$2')} as a
     where e.brand_id = $1 and ${valid('e')}`,
    [brandId, day],
  );
  return new Map(rows.map((row) => [row.employee_id, row]));
};

export interface StoredTerms extends Terms {
  readonly employee_id: number;
  readonly point_id: string;
}

/** All terms of a brand, ascending by their first day. */
export const readTerms = async ({ db, valid }: Db, brandId: string): Promise<StoredTerms[]> => {
  const { rows } = await db.query<StoredTerms>(
    `select employee_id, point_id, from_date as from, salary_type_id, rate
     from read.salary_terms as t where brand_id = $1 and ${valid('t')} order by from_date`,
    [brandId],
  );
  return rows;
};

export interface StoredBalance {
  readonly employee_id: number;
  readonly point_id: string;
  readonly date: string;
  readonly amount: number;
}

/** The balances that were opened by the end of the period. */
export const readBalances = async (
  { db, valid }: Db,
  { brand_id, point_ids, date_to }: PayrollQuestion,
): Promise<StoredBalance[]> => {
  const { rows } = await db.query<StoredBalance>(
    `select employee_id, point_id, business_date as date, amount from read.salary_balances as b
     where brand_id = $1 and ($2::uuid[] is null or point_id = any ($2)) and business_date <= $3 and ${valid('b')}`,
    [brand_id, point_ids, date_to],
  );
  return rows;
};

/** The motivations of a brand that pay somebody. */
export const readMotivations = async ({ db, valid }: Db, brandId: string): Promise<AssignedMotivation[]> => {
  const { rows } = await db.query<AssignedMotivation>(
    `select motivation_id, name, calculation_type, rate::double precision as rate, scope, is_active,
       (select coalesce(array_agg(employee_id order by employee_id), '{}') from read.motivation_assignments as a
        where a.motivation_id = m.motivation_id and ${valid('a')}) as employee_ids
     from read.motivations as m where brand_id = $1 and is_active and ${valid('m')} order by motivation_id`,
    [brandId],
  );
  return rows;
};

/**
 * Where each product and each menu folder was put, and when. A product has a version for each change of its price: those
 * that say nothing new are left out.
 */
export const readFolders = async (
  { db, moment }: Pick<Snapshot, 'db' | 'moment'>,
  brandId: string,
): Promise<Folders> => {
  const { rows } = await db.query<Placing & { kind: string }>(
    `select kind, id::bigint as id, parent_id::bigint as parent_id,
       (extract(epoch from since) * 1000)::double precision as since
     from (select kind, id, parent_id, since, known_from, row_number() over before as place,
         lag(parent_id) over before as parent_before, lag(since) over before as since_before
       from read.names where brand_id = $1 and kind in ('menu_folder', 'product') and known_from <= $2
       window before as (partition by kind, id order by known_from)) as n
     where place = 1 or parent_id is distinct from parent_before or since < since_before
     order by known_from`,
    [brandId, moment.position],
  );
  const placings = (of: string) => rows.flatMap(({ kind, ...placing }): Placing[] => (kind === of ? [placing] : []));
  return { folders: placings('menu_folder'), products: placings('product') };
};

/** Names of points or payment purposes by their ids. */
export const readNames = async (
  { db, valid }: Db,
  brandId: string,
  kind: 'point' | 'payment_purpose',
): Promise<Map<string, string>> => {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select id, name from read.names as n where brand_id = $1 and kind = $2 and ${valid('n')}`,
    [brandId, kind],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};
