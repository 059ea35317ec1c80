import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** The unit tests alone, which need no database: nothing is started for them. */
export default defineConfig({
  test: { ...all.test, include: ['test/unit/**/*.test.ts'], setupFiles: [], globalSetup: [] },
});
