import type pg from 'pg';
import { clientKey, type KeyedHash } from './client-key.ts';

const BATCH = 2_000;
const LOOK_MS = 10_000;

/** The index `identities_plain_phones` has exactly these rows. */
const PLAIN = `select scope, key from app.identities where kind = 'client' and key like '+%' limit $1`;

/**
 * A row that another process has replaced meanwhile is not there any more, so it is left out. One that another process is
 * replacing now is waited for.
 */
const REPLACE = `
  with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[]) as g (scope, phone, hashed)
  ), taken as (
    delete from app.identities i
    -- One index look-up for each. As a join, with little statistics, it would become a walk through the table.
    where app.identity_hash(i.kind, i.scope, i.key) = any (array(
      select app.identity_hash('client', scope, phone) from given
    ))
    returning i.scope, i.key, i.id
  ), noted as (
    -- The files must not keep the phones of the old rows.
    insert into app.due_vacuums (table_name) select 'app.identities' where exists (select from taken)
  )
  insert into app.identities (kind, scope, key, id)
  select 'client', t.scope, g.hashed, t.id from taken t join given g on g.scope = t.scope and g.phone = t.key
  order by t.scope, g.hashed
  on conflict do nothing`;

/** Claims of clients whose phone an earlier version has stored as it is. They are replaced by hashes, a few at a time. */
export interface PlainPhones {
  /** Whether there may be some. */
  areLeft(): boolean;
  /** Replaces this phone, if it is there: call it before its claim is looked for. */
  settle(brandId: string, phone: string): Promise<void>;
  /** Replaces some. Answers how many; 0: none is left. */
  replaceSome(): Promise<number>;
}

/** Looks whether there are any: only earlier versions have stored them. */
export const openPlainPhones = async (
  pool: pg.Pool,
  hash: KeyedHash,
  clock: () => number = () => performance.now(),
): Promise<PlainPhones> => {
  const find = async (limit: number) => (await pool.query<{ scope: string; key: string }>(PLAIN, [limit])).rows;
  const replace = async (rows: readonly { readonly scope: string; readonly key: string }[]): Promise<void> => {
    const hashed = rows.map(({ scope, key }) => clientKey(hash, scope, key).key);
    await pool.query(REPLACE, [rows.map(({ scope }) => scope), rows.map(({ key }) => key), hashed]);
  };
  let left = (await find(1)).length > 0;
  let lookedAt = clock();
  /** Another process may be the one that replaces them. */
  const lookNowAndThen = async (): Promise<void> => {
    if (clock() - lookedAt < LOOK_MS) return;
    lookedAt = clock();
    left &&= (await find(1)).length > 0;
  };
  return {
    areLeft: () => left,
    settle: async (brandId, phone) => {
      if (!left) return;
      await replace([{ scope: brandId, key: phone }]);
      await lookNowAndThen();
    },
    replaceSome: async () => {
      const rows = left ? await find(BATCH) : [];
      left &&= rows.length > 0;
      if (rows.length > 0) await replace(rows);
      return rows.length;
    },
  };
};

/** Replaces all of them. */
export const hashPlainPhones = async (pool: pg.Pool, hash: KeyedHash): Promise<void> => {
  const phones = await openPlainPhones(pool, hash);
  while (phones.areLeft()) await phones.replaceSome();
};
