import type pg from 'pg';
import type { Role } from '../../domain/accounts/roles.ts';

/** An account as lists show it. */
export interface ListedAccount {
  readonly account_id: number;
  /** Null, like the name: the person was erased. */
  readonly login: string | null;
  readonly name: string | null;
  readonly role: Role;
  readonly point_ids: readonly string[] | null;
  readonly language: string;
  readonly employee_id: number | null;
  readonly is_disabled: boolean;
  readonly is_erased: boolean;
  readonly has_password: boolean;
  readonly invited_until: Date | null;
}

const LIST = `
  select account_id, login, name, role, point_ids, language, employee_id, is_disabled, is_erased, has_password, invited_until
  from read.people where brand_id = $1 and account_id > $2 and known_to is null order by account_id limit $3`;

/** The accounts of a brand by ascending id, after one of them. */
export const listAccounts = async (
  pool: pg.Pool,
  brandId: string,
  after: number,
  limit: number,
): Promise<ListedAccount[]> => (await pool.query<ListedAccount>(LIST, [brandId, after, limit])).rows;

/** The names of these accounts. Whoever was erased, or is not shown yet, has none. */
export const namesOfAccounts = async (
  pool: pg.Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly brand_id: string; readonly name: string }>> => {
  const { rows } = await pool.query<{ account_id: number; brand_id: string; name: string }>(
    'select account_id, brand_id, name from read.people where account_id = any($1) and name is not null and known_to is null',
    [ids],
  );
  return new Map(rows.map(({ account_id, ...person }) => [account_id, person]));
};

/** The accounts of a brand with this name or login, at most 100. */
export const accountsNamed = async (pool: pg.Pool, brandId: string, name: string): Promise<number[]> => {
  const { rows } = await pool.query<{ account_id: number }>(
    'select account_id from read.people where brand_id = $1 and (name = $2 or login = lower($2)) and known_to is null order by account_id limit 100',
    [brandId, name],
  );
  return rows.map(({ account_id }) => account_id);
};
