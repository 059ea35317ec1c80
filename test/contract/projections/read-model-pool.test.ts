// A database of its own: it needs a connection with other settings, and no app.

import { expect, onTestFinished, test } from 'vitest';
import { createReadModelPool } from '../../../src/projections/engine/pools.ts';
import { createTestDatabase } from '../../support/database.ts';

test.for(['local', 'off'])(
  'a pool for read models waits for the disk as the address says, and keeps its other options: %s',
  async (synchronous_commit) => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const address = new URL(database.url);
    address.searchParams.set('options', `-c work_mem=7MB -c synchronous_commit=${synchronous_commit}`);
    for (const answerWithinMs of [undefined, 5_000]) {
      const pool = createReadModelPool(address.href, 1, answerWithinMs);
      onTestFinished(() => pool.end());
      const { rows } = await pool.query(
        `select current_setting('synchronous_commit') as synchronous_commit, current_setting('work_mem') as work_mem`,
      );
      expect(rows).toEqual([{ synchronous_commit, work_mem: '7MB' }]);
    }
  },
);
