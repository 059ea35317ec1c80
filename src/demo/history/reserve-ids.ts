import type pg from 'pg';
import type { IdentityKey } from '../../commands/claims/identities.ts';

const AT_ONCE = 5_000;

const RESERVE = `
  insert into app.identities (kind, scope, key, id)
  select kind, scope, key, nextval('app.ids')
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k (kind, scope, key, place)
  order by place
  on conflict do nothing`;

/**
 * Claims an id for every key beforehand, in this order, as a command would that claims it and then dies. So ids follow
 * the calendar, and do not depend on which of two commands is quicker.
 */
export const reserveIds = async (pool: pg.Pool, keys: readonly IdentityKey[]): Promise<void> => {
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    const columns = [some.map(({ kind }) => kind), some.map(({ scope }) => scope), some.map(({ key }) => key)];
    await pool.query(RESERVE, columns);
  }
};
