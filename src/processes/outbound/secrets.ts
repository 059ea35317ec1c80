import { randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { atMost } from '../../concurrency/cache-bounds.ts';
import type { Seal } from './seal.ts';
import { SECRET_PREFIX } from './signature.ts';

/** The secret that signs the calls. A secret never changes under its id. */
export interface SigningSecrets {
  mint(): Promise<{ readonly secret_id: string; readonly secret: string }>;
  /** For one that no event has named. */
  forget(secretId: string): Promise<void>;
  /** `secret_missing` if it was replaced and deleted, `secret_unreadable` if it was sealed under another key. */
  find(secretId: string): Promise<FoundSecret>;
}

export type FoundSecret = { readonly secret: string } | { readonly problem: SecretProblem };
export type SecretProblem = 'secret_missing' | 'secret_unreadable';

const SECRET_BYTES = 32;

export const createSigningSecrets = (pool: pg.Pool, seal: Seal): SigningSecrets => {
  const known = new LRUCache<string, string>(atMost(10_000));
  return {
    mint: async () => {
      // Random, not derived from the command: if two commands race, the event names the secret that was answered.
      const secret_id = randomUUID();
      // Programs that verify Standard Webhooks decode it as plain base64.
      const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
      const sealed = seal.seal(secret, secret_id);
      await pool.query('insert into app.webhook_secrets (secret_id, sealed) values ($1, $2)', [secret_id, sealed]);
      return { secret_id, secret };
    },
    forget: (secretId) => deleteSecrets(pool, [secretId]),
    find: async (secretId) => {
      const cached = known.get(secretId);
      if (cached !== undefined) return { secret: cached };
      const { rows } = await pool.query<{ sealed: Buffer }>(
        'select sealed from app.webhook_secrets where secret_id = $1',
        [secretId],
      );
      const [row] = rows;
      if (row === undefined) return { problem: 'secret_missing' };
      const secret = seal.open(row.sealed, secretId);
      if (secret === undefined) return { problem: 'secret_unreadable' };
      known.set(secretId, secret);
      return { secret };
    },
  };
};

/** Forgets secrets that sign nothing any more. */
export const deleteSecrets = async (db: Pick<pg.ClientBase, 'query'>, secretIds: readonly string[]): Promise<void> => {
  if (secretIds.length === 0) return;
  await db.query('delete from app.webhook_secrets where secret_id = any($1)', [secretIds]);
};
