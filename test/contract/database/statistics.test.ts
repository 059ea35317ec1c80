// A database of its own: it has no statistics, as after a restore.

import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { analyzeUnknown } from '../../../src/database/statistics.ts';
import { openTillstream } from '../../../src/tillstream.ts';
import { createAppDatabase, createTestDatabase } from '../../support/database.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';

const FILL = `insert into app.identities (kind, scope, key, id) select 'order', 'point', n, n from generate_series(1, 2000) n`;
const KNOWN = `
  select count(*)::int as columns, (select reltuples::int from pg_class where oid = 'app.identities'::regclass) as rows
  from pg_stats where (schemaname, tablename) = ('app', 'identities')`;

test('a table that holds something and has no statistics is analyzed; one that has them is left alone', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  await pool.query(`${FILL}; alter table app.identities set (autovacuum_enabled = off)`);
  expect(await analyzeUnknown(pool)).toContain('app.identities');
  expect((await pool.query(KNOWN)).rows).toEqual([{ columns: expect.any(Number), rows: 2_000 }]);
  expect(await analyzeUnknown(pool)).toEqual([]);
});

test('a table that somebody has locked is passed over', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  await pool.query(`${FILL}; alter table app.identities set (autovacuum_enabled = off)`);
  const other = await pool.connect();
  await other.query('begin; lock table app.identities in share update exclusive mode');
  await analyzeUnknown(pool);
  await other.query('rollback');
  other.release();
  expect((await pool.query(KNOWN)).rows).toMatchObject([{ columns: 0 }]);
});

test('the app that starts on a restored database has its tables analyzed before it answers', async () => {
  const { url, eventStoreUrl, pool, drop } = await createAppDatabase();
  onTestFinished(drop);
  await pool.query(`${FILL}; alter table app.identities set (autovacuum_enabled = off)`);
  expect((await pool.query(KNOWN)).rows).toMatchObject([{ columns: 0 }]);
  const tillstream = await openTillstream({
    databaseUrl: url,
    eventStoreUrl,
    jwtSecret: 'secret-of-the-tests-that-is-long-enough',
    personalDataKey: PERSONAL_DATA_KEY,
    platformApiKey: 'platform-key-of-the-tests',
    log: pino({ level: 'silent' }),
    runProjections: false,
    runProcesses: false,
  });
  onTestFinished(() => tillstream.close());
  expect((await pool.query(KNOWN)).rows).toEqual([{ columns: expect.any(Number), rows: 2_000 }]);
});
