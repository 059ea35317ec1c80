import type pg from 'pg';
import type { Identities, IdentityKey } from '../claims/identities.ts';

/** Api keys are unique over all brands: whoever sends one is not known yet. */
const identityOf = (hash: string): IdentityKey => ({ kind: 'api_key', scope: 'platform', key: hash });

/**
 * Notes to which access key an api key belongs, before the access key is recorded. So the api key can be exchanged at once,
 * whatever the read models do. A crash in between leaves a note of a key that nobody was told.
 */
export const noteIssuedKey = async (
  identities: Pick<Identities, 'claim' | 'storeResult'>,
  hash: string,
  keyId: string,
): Promise<void> => {
  const identity = identityOf(hash);
  await identities.claim(identity);
  await identities.storeResult(identity, { key_id: keyId });
};

/** The noted access key. It may never have been recorded, or under another api key. */
export const findIssuedKey = async (pool: pg.Pool, hash: string): Promise<string | undefined> => {
  const { kind, scope, key } = identityOf(hash);
  const { rows } = await pool.query<{ key_id: string }>(
    `select result ->> 'key_id' as key_id from app.identities
     where kind = $1 and scope = $2 and key = $3 and result is not null`,
    [kind, scope, key],
  );
  return rows[0]?.key_id;
};
