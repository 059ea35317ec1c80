import pg from 'pg';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { readClusterUrl } from '../database/embedded-cluster.ts';

export interface CommandDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The database for a command beside the app: the one that the configuration names, or the embedded one. If the app
 * runs, the command uses its embedded server; otherwise it starts the server until `close`.
 * @throws Error of one line for a person
 */
export const openCommandDatabase = async ({ databaseUrl, dataDir }: Config): Promise<CommandDatabase> => {
  const nothingToClose = async (): Promise<void> => {};
  if (databaseUrl !== undefined) return { url: databaseUrl, close: nothingToClose };
  const known = await readClusterUrl(dataDir);
  if (!known) throw new Error(`there is no database in ${dataDir} yet: start Tillstream first`);
  if (await answers(known.href)) return { url: known.href, close: nothingToClose };
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  return { url, close: stop };
};

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
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
