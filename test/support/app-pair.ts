import { type AppProcess, createAppProcess } from './app-process.ts';
import { bySocket, createAppDatabase, type TestDatabase } from './database.ts';
import { AUDIT_SIGNING_KEY, PERSONAL_DATA_KEY } from './events.ts';
import { createClient, type HttpClient } from './http-client.ts';
import { databaseEnv } from './log.ts';
import { tempFolder } from './temp-folder.ts';
import type { Login } from './venue.ts';

const PLATFORM_KEY = 'platform-key-of-the-tests';

/** Two processes of the app on one database. */
export interface AppPair extends Login {
  readonly database: TestDatabase;
  readonly processes: readonly [AppProcess, AppProcess];
  stop(): Promise<void>;
}

/** The settings of an app process on this database. */
export const envOf = (database: TestDatabase): Record<string, string> => ({
  ...databaseEnv({ ...database, url: bySocket(database.url) }),
  JWT_SECRET: 'secret-of-the-tests-that-is-long-enough',
  PERSONAL_DATA_KEY,
  AUDIT_SIGNING_KEY,
  PLATFORM_API_KEY: PLATFORM_KEY,
  REQUESTS_PER_MINUTE: '1000000',
});

/** Tokens of an app process of these settings. */
export const loginAt = (url: string): Login => {
  const client = async (api_key: string): Promise<HttpClient> => {
    const { body } = await createClient(url).post('/v1/auth/token', { api_key });
    return createClient(url, body.access_token);
  };
  return { client, platform: () => client(PLATFORM_KEY) };
};

/** `prepare`: what is done to the database before they start. */
export const startAppPair = async (
  prepare: (database: TestDatabase) => Promise<unknown> = async () => {},
): Promise<AppPair> => {
  const database = await createAppDatabase();
  await prepare(database);
  const env = envOf(database);
  const folder = await tempFolder();
  const processes = [await createAppProcess(folder, env), await createAppProcess(folder, env)] as const;
  await Promise.all(processes.map((process) => process.start()));
  return {
    database,
    processes,
    ...loginAt(processes[0].url),
    stop: async () => {
      await Promise.all(processes.map((process) => process.stop()));
      await database.drop();
    },
  };
};
