import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** The unit tests alone, which need no database: nothing is started for them. */
export default defineConfig({
  test: {
    ...all.test,
    include: ['test/unit/**/*.test.ts', 'back-office/test/**/*.test.ts'],
    setupFiles: [],
    globalSetup: [],
    // They compute all the time and wait for nobody. One more than there are cores only loads the sources once more.
    maxWorkers: availableParallelism(),
  },
});
