import type pg from 'pg';
import { jsonArray } from '../../database/binary-array.ts';
import { type Claim, columnsOf, type IdentityKey, nameOf } from './claim.ts';

/** A key to claim, and what is kept of it from then on. Null: the key is looked up alone. */
export interface AskedClaim extends IdentityKey {
  readonly kept: object | null;
}

type ClaimRow = IdentityKey & Claim;

/**
 * A key is found by its hash: the table has no other index. Every statement sorts its keys: two statements with the same
 * keys take their locks in the same order.
 */
const LOOK_UP = `
  select a.kind, a.scope, a.key, i.id, false as claimed, i.result
  from unnest($1::text[], $2::text[], $3::text[]) as a (kind, scope, key)
  -- One index look-up for each key. As a plain join, with little statistics, it would become a walk through
  -- everything that the scope ever claimed.
  cross join lateral (
    select it.id, it.result from app.identities it
    where app.identity_hash(it.kind, it.scope, it.key) = app.identity_hash(a.kind, a.scope, a.key)
    offset 0
  ) i`;

const CLAIM_AND_KEEP = `
  with asked as materialized (
    select kind, scope, key, result
    from unnest($1::text[], $2::text[], $3::text[], $4::json[]) as a (kind, scope, key, result)
  ), inserted as (
    insert into app.identities (kind, scope, key, id, result)
    select kind, scope, key, nextval('app.ids'), result from asked where result is not null order by kind, scope, key
    on conflict do nothing
    returning kind, scope, key, id
  )
  select kind, scope, key, id, true as claimed, null::json as result from inserted
  union all
  ${LOOK_UP}`;

/** Claims the keys in one round trip. Answers in their order; a key that is named twice is claimed for the first. */
export const claimKeys = (pool: pg.Pool, keys: readonly IdentityKey[]): Promise<(Claim | undefined)[]> =>
  eachOnce(keys, async (unique) => {
    const named = { name: 'app.claim', text: 'select * from app.claim($1, $2, $3)', values: columnsOf(unique) };
    const { rows } = await pool.query<Claim & { place: number }>(named);
    return rows.map(({ place, ...claim }) => ({ ...unique[place - 1]!, ...claim }));
  });

/**
 * Claims the keys that come with something to keep, and looks up the others. Answers in their order; undefined for a
 * key without a claim. A key that is named twice is claimed for the first entry.
 */
export const claimAndKeep = (pool: pg.Pool, asked: readonly AskedClaim[]): Promise<(Claim | undefined)[]> =>
  eachOnce(asked, async (unique) => {
    const results = jsonArray(unique.map(({ kept }) => kept && JSON.stringify(kept)));
    const { rows } = await pool.query<ClaimRow>(CLAIM_AND_KEEP, [...columnsOf(unique), results]);
    const missing = new Map(unique.map((key) => [nameOf(key), key]));
    const found = rows.map((row) => {
      const { kept } = missing.get(nameOf(row))!;
      missing.delete(nameOf(row));
      return row.claimed ? { ...row, result: kept } : row;
    });
    const late = [...missing.values()].filter(({ kept }) => kept !== null);
    if (late.length === 0) return found;
    // Another transaction committed them while we waited: only a statement that begins after that sees them.
    return [...found, ...(await pool.query<ClaimRow>(LOOK_UP, columnsOf(late))).rows];
  });

/** The ids of these keys, in their order; undefined for a key without a claim. */
export const findKeys = async (pool: pg.Pool, keys: readonly IdentityKey[]): Promise<(number | undefined)[]> => {
  const named = { name: 'app.find-claims', text: 'select * from app.find_claims($1, $2, $3)', values: columnsOf(keys) };
  const { rows } = await pool.query<{ place: number; id: number }>(named);
  const ids = new Map(rows.map(({ place, id }) => [place, id]));
  return keys.map((_, index) => ids.get(index + 1));
};

/** Gives up the claim of a key on this id. A claim on another id stays. */
export const releaseClaim = async (
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  { kind, scope, key }: IdentityKey,
  id: number,
): Promise<void> => {
  const text =
    'delete from app.identities where app.identity_hash(kind, scope, key) = app.identity_hash($1, $2, $3) and id = $4';
  await db.query(text, [kind, scope, key, id]);
};

/** A key that occurs twice in one batch is sent once: only one caller may be told that it made the claim. */
const eachOnce = async <Key extends IdentityKey>(
  keys: readonly Key[],
  send: (unique: readonly Key[]) => Promise<readonly ClaimRow[]>,
): Promise<(Claim | undefined)[]> => {
  const names = keys.map(nameOf);
  const unique = new Map<string, Key>();
  for (const key of keys) {
    const name = nameOf(key);
    if (!unique.has(name)) unique.set(name, key);
  }
  const byName = new Map<string, Claim>();
  for (const row of await send([...unique.values()])) {
    const name = nameOf(row);
    // A new claim may be answered twice: by the insert, and by the look-up after it.
    if (row.claimed || !byName.has(name)) byName.set(name, { id: row.id, claimed: row.claimed, result: row.result });
  }
  const told = new Set<string>();
  return names.map((name) => {
    const claim = byName.get(name);
    const isFirst = !told.has(name);
    told.add(name);
    return claim && !isFirst ? { ...claim, claimed: false } : claim;
  });
};
