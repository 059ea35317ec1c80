import { randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** What signs the calls. A secret never changes under its id. */
export interface SigningSecrets {
  mint(): Promise<{ readonly secret_id: string; readonly secret: string }>;
  /** Undefined when it was replaced and deleted. */
  find(secretId: string): Promise<string | undefined>;
}

const SECRET_BYTES = 32;

export const createSigningSecrets = (pool: pg.Pool): SigningSecrets => {
  const known = new LRUCache<string, string>({ max: 10_000 });
  return {
    mint: async () => {
      // Not derived from the command: of two that race, the event names the one whose secret was answered.
      const secret_id = randomUUID();
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      await pool.query('insert into app.webhook_secrets (secret_id, secret) values ($1, $2)', [secret_id, secret]);
      return { secret_id, secret };
    },
    find: async (secretId) => {
      const cached = known.get(secretId);
      if (cached !== undefined) return cached;
      const { rows } = await pool.query<{ secret: string }>(
        'select secret from app.webhook_secrets where secret_id = $1',
        [secretId],
      );
      if (rows[0]) known.set(secretId, rows[0].secret);
      return rows[0]?.secret;
    },
  };
};

/** Forgets secrets that sign nothing any more. */
export const deleteSecrets = async (tx: pg.PoolClient, secretIds: readonly string[]): Promise<void> => {
  if (secretIds.length === 0) return;
  await tx.query('delete from app.webhook_secrets where secret_id = any($1)', [secretIds]);
};
