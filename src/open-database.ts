import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { ConfigError } from './config-variables.ts';
import { ANSWER_WITHIN_MS, assertDurable, createPool } from './database/connection.ts';
import { eraseEmbeddedPostgres, startEmbeddedPostgres } from './database/embedded.ts';
import { openAnalystLogin } from './database/embedded-analyst.ts';
import { keepSecret } from './database/embedded-secret.ts';
import { codeOf } from './database/thrown.ts';
import { noPatience, type Patience } from './patience.ts';
import { oneLine } from './start-failure.ts';

export interface Database {
  readonly url: string;
  readonly jwtSecret: string;
  readonly personalDataKey: string;
  /** The seed of the key that signs the log. */
  readonly auditSigningKey: string;
  close(): Promise<void>;
}

/**
 * The Postgres that the configuration names, or the embedded one in the data folder, with its secrets in that folder.
 */
export const openDatabase = async (
  config: Config,
  log: Pick<Logger, 'info'>,
  patience: Patience = noPatience,
): Promise<Database> => {
  const { databaseUrl, dataDir, fresh, jwtSecret, personalDataKey } = config;
  if (databaseUrl !== undefined) {
    await patience(() => checkDatabase(databaseUrl));
    const auditSigningKey = config.auditSigningKey ?? (await keepSigningKey(dataDir));
    // The configuration refuses an address of a real database without the other two.
    const secrets = { jwtSecret: jwtSecret!, personalDataKey: personalDataKey!, auditSigningKey };
    return { url: databaseUrl, ...secrets, close: async () => {} };
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
    personalDataKey: personalDataKey ?? (await keepSecret(dataDir, 'personal-data-key')),
    auditSigningKey: config.auditSigningKey ?? (await keepSecret(dataDir, 'audit-signing-key')),
    close: () => postgres.stop(),
  };
};

/** With a database elsewhere, the data folder may not be there yet, and may be a place where nothing can be kept. */
const keepSigningKey = async (dataDir: string): Promise<string> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await keepSecret(dataDir, 'audit-signing-key');
  } catch (error) {
    throw new ConfigError(
      `AUDIT_SIGNING_KEY must be set, or DATA_DIR be a folder to keep the key in (${codeOf(error)})`,
    );
  }
};

/** Throws ConfigError for a database that cannot be reached, or that we must not trust with orders. */
const checkDatabase = async (url: string): Promise<void> => {
  const pool = createPool(url, { max: 1, timeoutMs: ANSWER_WITHIN_MS });
  try {
    await assertDurable(pool);
  } catch (cause) {
    throw new ConfigError(`DATABASE_URL can not be used: ${oneLine(cause)}`, { cause });
  } finally {
    await pool.end();
  }
};
