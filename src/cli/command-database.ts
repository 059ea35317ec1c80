import type { Config } from '../config/config.ts';
import { Client } from '../database/client.ts';
import { readClusterUrl } from '../database/embedded-postgres/cluster.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres/embedded-postgres.ts';
import { keepSecret } from '../database/embedded-postgres/secret.ts';

export interface CommandDatabase {
  readonly url: string;
  readonly personalDataKey: string;
  close(): Promise<void>;
}

/**
 * The database for a command beside the app: the one that the configuration names, or the embedded one. If the app
 * runs, the command uses its embedded server; otherwise it starts the server until `close`.
 * @throws Error of one line for a person
 */
export const openCommandDatabase = async (config: Config): Promise<CommandDatabase> => {
  const { databaseUrl, dataDir } = config;
  const nothingToClose = async (): Promise<void> => {};
  // The configuration refuses an address of a real database without a key.
  if (databaseUrl !== undefined) {
    return { url: databaseUrl, personalDataKey: config.personalDataKey!, close: nothingToClose };
  }
  const known = await readClusterUrl(dataDir);
  if (!known) throw new Error(`there is no database in ${dataDir} yet: start Tillstream first`);
  const personalDataKey = config.personalDataKey ?? (await keepSecret(dataDir, 'personal-data-key'));
  if (await answers(known.href)) return { url: known.href, personalDataKey, close: nothingToClose };
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  return { url, personalDataKey, close: stop };
};

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};
