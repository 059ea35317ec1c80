import { expect, onTestFinished, test } from 'vitest';
import { createReadModelPool } from '../../../src/projections/engine/transaction.ts';
import { createTestDatabase } from '../../support/database.ts';

test.for(['', '-c work_mem=7MB'])(
  'a pool for read models does not wait for the disk, and keeps the options of the address: %j',
  async (options) => {
    const database = await createTestDatabase();
    const address = new URL(database.url);
    if (options) address.searchParams.set('options', options);
    const pool = createReadModelPool(address.href, 1);
    onTestFinished(async () => {
      await pool.end();
      await database.drop();
    });
    const { rows } = await pool.query(
      `select current_setting('synchronous_commit') as synchronous_commit, current_setting('work_mem') = '7MB' as is_kept`,
    );
    expect(rows).toEqual([{ synchronous_commit: 'off', is_kept: options !== '' }]);
  },
);
