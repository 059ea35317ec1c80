import type pg from 'pg';
import type { Identities, IdentityKey } from '../claims/identities.ts';

/** API keys are unique over all brands, because the brand of a caller is not known yet. */
const identityOf = (hash: string): IdentityKey => ({ kind: 'api_key', scope: 'platform', key: hash });

/**
 * Notes which access key an API key belongs to, before the access key is recorded. So the API key can be exchanged at
 * once, even if the read models stand still. A crash in between leaves a note of a key that was never shown.
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
     where app.identity_hash(kind, scope, key) = app.identity_hash($1, $2, $3) and result is not null`,
    [kind, scope, key],
  );
  return rows[0]?.key_id;
};
