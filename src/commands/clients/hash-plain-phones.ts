import type pg from 'pg';
import { clientKey, type KeyedHash } from './client-key.ts';

const BATCH = 2_000;

/** The index `identities_plain_phones` has exactly these rows. */
const PLAIN = `select scope, key from app.identities where kind = 'client' and key like '+%' limit $1`;

/** A row that another process has replaced meanwhile is not there any more, so it is left out. */
const REPLACE = `
  with given as (
    select * from unnest($1::text[], $2::text[], $3::text[]) as g (scope, phone, hashed)
  ), taken as (
    delete from app.identities i using given g
    where app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash('client', g.scope, g.phone)
    returning g.scope, g.hashed, i.id
  )
  insert into app.identities (kind, scope, key, id)
  select 'client', scope, hashed, id from taken order by scope, hashed
  on conflict do nothing`;

/**
 * Replaces the phones of clients that an earlier version has stored as they are by their hashes. Answers how many. Call it
 * before anybody asks for a client: a claim that is not replaced yet would not be found, and the guest would become a second
 * client.
 */
export const hashPlainPhones = async (pool: pg.Pool, hash: KeyedHash): Promise<number> => {
  let replaced = 0;
  for (;;) {
    const { rows } = await pool.query<{ scope: string; key: string }>(PLAIN, [BATCH]);
    if (rows.length === 0) break;
    const hashed = rows.map(({ scope, key }) => clientKey(hash, scope, key).key);
    await pool.query(REPLACE, [rows.map(({ scope }) => scope), rows.map(({ key }) => key), hashed]);
    replaced += rows.length;
  }
  // The files must not keep the phones of the old rows.
  if (replaced > 0) await pool.query('vacuum app.identities');
  return replaced;
};
