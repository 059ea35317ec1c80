import { type AppProcess, createAppProcess } from './app-process.ts';
import { createAppDatabase, type TestDatabase } from './database.ts';
import { PERSONAL_DATA_KEY } from './events.ts';
import { createClient, type HttpClient } from './http-client.ts';
import { tempFolder } from './temp-folder.ts';
import type { Login } from './venue.ts';

const PLATFORM_KEY = 'platform-key-of-the-tests';

/** Two processes of the app on one database. */
export interface AppPair extends Login {
  readonly database: TestDatabase;
  readonly processes: readonly [AppProcess, AppProcess];
  stop(): Promise<void>;
}

export const startAppPair = async (): Promise<AppPair> => {
  const database = await createAppDatabase();
  const env = {
    ...{ DATABASE_URL: database.url, JWT_SECRET: 'secret-of-the-tests-that-is-long-enough', PERSONAL_DATA_KEY },
    ...{ PLATFORM_API_KEY: PLATFORM_KEY, REQUESTS_PER_MINUTE: '1000000' },
    ...(database.eventStoreUrl && { EVENT_STORE_URL: database.eventStoreUrl }),
  };
  const folder = await tempFolder();
  const processes = [await createAppProcess(folder, env), await createAppProcess(folder, env)] as const;
  await Promise.all(processes.map((process) => process.start()));
  const { url } = processes[0];
  const client = async (api_key: string): Promise<HttpClient> => {
    const { body } = await createClient(url).post('/v1/auth/token', { api_key });
    return createClient(url, body.access_token);
  };
  return {
    ...{ database, processes, client },
    platform: () => client(PLATFORM_KEY),
    stop: async () => {
      await Promise.all(processes.map((process) => process.stop()));
      await database.drop();
    },
  };
};
