import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { isLong } from './test/support/effort.ts';
import { postgresOnly } from './test/support/postgres-only.ts';
import { WaitingFirst } from './test/support/waiting-first.ts';

const onEventStoreDb = Boolean(process.env.EVENTSTOREDB_COMMAND);

/** All tests. vitest.unit.config.ts runs those without a database alone. */
export default defineConfig({
  test: {
    // `npm run dump:upgrade` writes a dump: it needs what tests need.
    include: process.env.DUMP_UPGRADE
      ? ['test/upgrade/write-dump.ts']
      : ['test/**/*.test.ts', 'back-office/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(onEventStoreDb ? postgresOnly : [])],
    setupFiles: ['test/support/longer-waits.ts', 'test/support/answers-fit.ts'],
    // Starts a Postgres, which takes seconds.
    globalSetup: ['test/support/global-setup.ts'],
    // Real servers and a real Postgres on two cores. Two more than these: with fewer they wait, with more they displace each other's data in their caches.
    maxWorkers: 4,
    sequence: { sequencer: WaitingFirst },
    // Files of a worker share its modules: to load the sources anew for each took a third of the time.
    isolate: false,
    // Node loads the sources as it does in production. Through Vite's runner each use of an import is a getter's call, which took a
    // fifth of the workers' time. No test replaces a module (vi.mock), so nothing has to read the sources before Node does.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // As in production, with twice the room: what a request leaves is collected while it is young, by one thread.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-parallel-scavenge'],
    // For the processes that tests start, some hundred of them: only the first has to compile the sources.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/tillstream-tests') },
    // A test that hangs is found later, and one on a slow machine passes.
    testTimeout: isLong ? 300_000 : 120_000,
    hookTimeout: 120_000,
  },
});
