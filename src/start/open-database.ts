import { join } from 'node:path';
import type { Logger } from 'pino';
import { WAL_FOLDER } from '../backup/manifest.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { ANSWER_WITHIN_MS, assertDurable, createPool } from '../database/connection.ts';
import { openAnalystLogin } from '../database/embedded-postgres/analyst.ts';
import { eraseEmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres/embedded-postgres.ts';
import { keepSecret } from '../database/embedded-postgres/secret.ts';
import { noRetry, type Retry } from './retry.ts';
import { openSigningKey } from './signing-key.ts';
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
 * @param meanwhile called, perhaps several times, when the programs of the embedded Postgres are at work
 * @throws ConfigError for a database that can not be used, or for a key that does not fit it
 */
export const openDatabase = async (
  config: Config,
  log: Pick<Logger, 'info'>,
  retry: Retry = noRetry,
  meanwhile?: () => void,
): Promise<Database> => {
  const { databaseUrl, jwtSecret, personalDataKey } = config;
  if (databaseUrl === undefined) return openEmbedded(config, log, meanwhile);
  const auditSigningKey = await retry(() => checkDatabase(databaseUrl, config, log));
  // The configuration refuses an address of a real database without the other two.
  const secrets = { jwtSecret: jwtSecret!, personalDataKey: personalDataKey!, auditSigningKey };
  return { url: databaseUrl, ...secrets, close: async () => {} };
};

const openEmbedded = async (config: Config, log: Pick<Logger, 'info'>, meanwhile?: () => void): Promise<Database> => {
  const { dataDir, fresh, jwtSecret, personalDataKey, backupDir } = config;
  if (fresh) await eraseEmbeddedPostgres(dataDir);
  await using opening = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    guard: true,
    ...(meanwhile && { meanwhile }),
    archive: backupDir === undefined ? null : join(backupDir, WAL_FOLDER),
    log: { info: (message) => log.info(message) },
  });
  opening.defer(() => postgres.stop());
  await openAnalystLogin(dataDir, postgres.url);
  const secrets = {
    jwtSecret: jwtSecret ?? (await keepSecret(dataDir, 'jwt-secret')),
    personalDataKey: personalDataKey ?? (await keepSecret(dataDir, 'personal-data-key')),
    auditSigningKey: await withOne(postgres.url, (pool) => openSigningKey(pool, config, log)),
  };
  const closing = opening.move();
  return { url: postgres.url, ...secrets, close: () => closing.disposeAsync() };
};

/**
 * Answers the seed of the key that signs the log there. Throws ConfigError for a database that cannot be reached, or that
 * we must not trust with orders.
 */
const checkDatabase = async (url: string, config: Config, log: Pick<Logger, 'info'>): Promise<string> =>
  withOne(url, async (pool) => {
    try {
      await assertDurable(pool);
      return await openSigningKey(pool, config, log);
    } catch (cause) {
      if (cause instanceof ConfigError) throw cause;
      throw new ConfigError(`DATABASE_URL can not be used: ${oneLine(cause)}`, { cause });
    }
  });

const withOne = async <Result>(
  url: string,
  work: (pool: ReturnType<typeof createPool>) => Promise<Result>,
): Promise<Result> => {
  const pool = createPool(url, { max: 1, timeoutMs: ANSWER_WITHIN_MS });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};
