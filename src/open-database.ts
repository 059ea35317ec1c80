import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { ConfigError } from './config-variables.ts';
import { assertDurable, createPool } from './database/connection.ts';
import { eraseEmbeddedPostgres, startEmbeddedPostgres } from './database/embedded.ts';
import { openAnalystLogin } from './database/embedded-analyst.ts';
import { keepSecret } from './database/embedded-secret.ts';

export interface Database {
  readonly url: string;
  readonly jwtSecret: string;
<<<<<<< HEAD
  readonly personalDataKey: string;
=======
  /** The seed of the key that signs the log. */
  readonly auditSigningKey: string;
>>>>>>> 3302e14 (Keep the Merkle tree of the log in tiles, and sign it when a checkpoint is due)
  close(): Promise<void>;
}

/**
 * The Postgres that the configuration names, or the embedded one in the data folder, with its secrets in that folder.
 */
export const openDatabase = async (config: Config, log: Pick<Logger, 'info'>): Promise<Database> => {
<<<<<<< HEAD
  const { databaseUrl, dataDir, fresh, jwtSecret, personalDataKey } = config;
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl);
    // The configuration refuses an address of a real database without these.
    return { url: databaseUrl, jwtSecret: jwtSecret!, personalDataKey: personalDataKey!, close: async () => {} };
=======
  const { databaseUrl, dataDir, fresh, jwtSecret } = config;
  const signingKey = async (): Promise<string> => config.auditSigningKey ?? keepSecret(dataDir, 'audit-signing-key');
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl);
    // The configuration refuses an address of a real database without a secret.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return { url: databaseUrl, jwtSecret: jwtSecret!, auditSigningKey: await signingKey(), close: async () => {} };
>>>>>>> 3302e14 (Keep the Merkle tree of the log in tiles, and sign it when a checkpoint is due)
  }
  if (fresh) await eraseEmbeddedPostgres(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    guard: true,
    log: { info: (message) => log.info(message) },
  });
  await openAnalystLogin(dataDir, postgres.url);
  return {
    url: postgres.url,
    jwtSecret: jwtSecret ?? (await keepSecret(dataDir, 'jwt-secret')),
<<<<<<< HEAD
    personalDataKey: personalDataKey ?? (await keepSecret(dataDir, 'personal-data-key')),
=======
    auditSigningKey: await signingKey(),
>>>>>>> 3302e14 (Keep the Merkle tree of the log in tiles, and sign it when a checkpoint is due)
    close: () => postgres.stop(),
  };
};

/** Throws ConfigError for a database that cannot be reached, or that we must not trust with orders. */
const checkDatabase = async (url: string): Promise<void> => {
  const pool = createPool(url, { max: 1 });
  try {
    await assertDurable(pool);
  } catch (error) {
    // If a host has several addresses and none answered, the error has a code and no message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATABASE_URL can not be used: ${message || code}`);
  } finally {
    await pool.end();
  }
};
