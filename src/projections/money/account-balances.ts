import type { Snapshot } from '../reports/snapshot.ts';
import type { MovementsFilter } from './movements-report.ts';

/** An account with what its movements add up to. */
export interface AccountBalance {
  readonly account_id: number;
  readonly point_id: string | null;
  readonly source: 'safe' | 'cash' | 'bank' | 'accountable';
  readonly code: string;
  readonly name: string;
  readonly balance: number;
  readonly count: number;
  /** Null: nothing has moved yet. */
  readonly last_at: Date | null;
  readonly timezone: string | null;
}

/** The accounts of points, or all of a brand, by source and code. */
export const accountBalances = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  { brand_id, point_ids }: Pick<MovementsFilter, 'brand_id' | 'point_ids'>,
): Promise<AccountBalance[]> => {
  const { rows } = await db.query<AccountBalance>(
    `select a.account_id, a.point_id, a.source, a.code, a.name, coalesce(m.balance, 0)::bigint as balance,
       coalesce(m.count, 0)::integer as count, m.last_at, m.timezone
     from read.money_accounts as a
     left join lateral (
       select sum(case m.direction when 'plus' then m.amount else -m.amount end) as balance, count(*) as count,
         max(m.created_at) as last_at, max(m.timezone) as timezone
       from read.money_movements as m where m.account_id = a.account_id and ${valid('m')}
     ) as m on true
     where a.brand_id = $1 and ${valid('a')} and ($2::uuid[] is null or a.point_id = any ($2))
     order by array_position(array['safe', 'cash', 'bank', 'accountable'], a.source), a.code, a.account_id`,
    [brand_id, point_ids],
  );
  return rows;
};
