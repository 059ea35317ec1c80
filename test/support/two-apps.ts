import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { createAppDatabase, type TestDatabase } from './database.ts';

export interface TwoApps {
  readonly database: TestDatabase;
  readonly app: TestApp;
  /** Another process of the same system: it shares the database and nothing else. */
  readonly other: TestApp;
  stop(): Promise<void>;
}

/** Two apps on one database, in the process of the test. `startAppPair` starts them as processes of their own. */
export const startTwoApps = async (options: Pick<TestAppOptions, 'clock'> = {}): Promise<TwoApps> => {
  const database = await createAppDatabase();
  const app = await startTestApp({ ...options, database });
  const other = await startTestApp({ ...options, database });
  return {
    database,
    app,
    other,
    stop: async () => {
      await other.stop();
      await app.stop();
      await database.drop();
    },
  };
};
