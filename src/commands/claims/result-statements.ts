import type pg from 'pg';
import { bigintArray, jsonArray } from '../../database/binary-array.ts';
import { columnsOf, type IdentityKey, nameOf } from './claim.ts';

/** All rows exist, so this update finds each by the index. The caller can do without a result that a crash loses. */
const OVERWRITE = `
  insert into app.identities (kind, scope, key, id, result)
  select kind, scope, key, id, result
  from set_config('synchronous_commit', 'off', true),
    unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::json[]) as a (kind, scope, key, id, result)
  order by kind, scope, key
  on conflict (app.identity_hash(kind, scope, key)) do update set result = excluded.result`;

const EXCHANGE = `
  update app.identities set result = $4::json
  where app.identity_hash(kind, scope, key) = app.identity_hash($1, $2, $3)
    and result::text is not distinct from $5::text`;

type Kept = IdentityKey & { readonly result: unknown };

/** Keeps results with claims. The first one of each stays. */
export const keepResults = async (pool: pg.Pool, items: readonly Kept[]): Promise<void> => {
  const sorted = items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  await pool.query({
    name: 'app.store-results',
    text: 'select app.store_results($1, $2, $3, $4)',
    values: [...columnsOf(sorted), jsonArray(sorted.map(({ result }) => JSON.stringify(result)))],
  });
};

/** Replaces what is kept with claims, whatever it is. A crash of Postgres may lose some. */
export const overwriteResults = async (
  pool: pg.Pool,
  items: readonly (Kept & { readonly id: number })[],
): Promise<void> => {
  const results = jsonArray(items.map(({ result }) => JSON.stringify(result)));
  await pool.query(OVERWRITE, [...columnsOf(items), bigintArray(items.map(({ id }) => id)), results]);
};

/** Replaces what is kept with a claim, if it is still exactly the old text. False: somebody else has replaced it. */
export const exchangeResult = async (
  pool: pg.Pool,
  { kind, scope, key }: IdentityKey,
  from: object | null,
  to: object | null,
): Promise<boolean> => {
  const values = [kind, scope, key, to && JSON.stringify(to), from && JSON.stringify(from)];
  return (await pool.query(EXCHANGE, values)).rowCount === 1;
};
