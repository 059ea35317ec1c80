import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { KEY_BYTES } from './aes-gcm.ts';
import { type KeyRing, PersonalDataKeyError, WRONG_KEY, type Wrapped } from './key-ring.ts';

/** What the key of the hashes of phones is wrapped for. */
export const PHONE_HASH_KEY = 'phone hash key';

/** An index that has few different values: steps from one to the next. */
const WRAPPED_BY = `
  with recursive key (id) as (
    select min(wrapped_by) from app.subject_keys
    union all
    select (select min(wrapped_by) from app.subject_keys where wrapped_by > key.id) from key where key.id is not null
  )
  select id from key where id is not null`;

/**
 * The key of the hashes of phones, made at the first start.
 * @throws PersonalDataKeyError if the ring does not open it, or a key of a person: the app must not start then, because
 *   it would answer as if everybody were erased
 */
export const checkKeys = async (pool: pg.Pool, ring: KeyRing): Promise<Buffer> => {
  const made = ring.wrap(randomBytes(KEY_BYTES), PHONE_HASH_KEY);
  await pool.query('insert into app.phone_hash_key (wrapped, wrapped_by) values ($1, $2) on conflict do nothing', [
    made.wrapped,
    made.wrapped_by,
  ]);
  const { rows } = await pool.query<Wrapped>('select wrapped, wrapped_by from app.phone_hash_key');
  const key = ring.unwrap(rows[0]!, PHONE_HASH_KEY);
  const used = await pool.query<{ id: number }>(WRAPPED_BY);
  if (!used.rows.every(({ id }) => ring.has(id))) throw new PersonalDataKeyError(WRONG_KEY);
  return key;
};
