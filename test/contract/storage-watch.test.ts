// A database of its own: it is made read-only.

import { afterEach, expect, test } from 'vitest';
import { createPool } from '../../src/database/connection.ts';
import { watchStorage } from '../../src/health/storage-watch.ts';
import { startTestApp } from '../support/app.ts';
import { adminUrlOf, createAppDatabase, createTestDatabase } from '../support/database.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('a process on a database that has become read-only says that it is not ready', async () => {
  const database = await createAppDatabase();
  closing.push(() => database.drop());
  const app = await startTestApp({ database });
  closing.push(() => app.stop());
  const { pool } = app.tillstream;
  const name = new URL(database.url).pathname.slice(1);
  await database.pool.query(`alter database "${name}" set default_transaction_read_only = on`);
  // Connections from before may go on writing.
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user and pid <> pg_backend_pid()',
    [name],
  );
  const isReadOnly = async () => (await pool.query('show default_transaction_read_only')).rows;
  await expect.poll(() => isReadOnly().catch(String)).toEqual([{ default_transaction_read_only: 'on' }]);

  const { status, body } = await app.anonymous.get('/health/ready');
  expect([status, body]).toMatchObject([503, { status: 'unavailable', checks: { database: 'ok', writes: 'failing' } }]);
  const brand = { command_id: crypto.randomUUID(), name: 'B', country_code: 'UZ', currency: 'UZS', language: 'en' };
  const platform = await app.platform();
  expect(await platform.post('/venue/v1/commands/CreateBrand', brand)).toMatchObject({ status: 503 });
});

test('a database that may write rows, and nothing to its disk beside, takes no writes', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  // An owner of a database may not set it.
  const pool = createPool(adminUrlOf(database.url), { max: 1 });
  closing.push(() => pool.end());
  await pool.query(`set temp_file_limit = '128kB'`);
  await pool.query('insert into app.write_probe (probed_at) values (now())');
  const check = watchStorage(async () => ({ ready: true, checks: {} }), { pool, everyMs: 0 });
  expect(await check()).toEqual({ ready: false, checks: { writes: 'failing' } });
  await pool.query('set temp_file_limit = -1');
  expect(await check()).toEqual({ ready: true, checks: { writes: 'ok' } });
});
