import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

test('test databases are migrated, separate, and may be made at the same time', async () => {
  databases.push(...(await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()])));
  const [first, second] = databases;
  await first!.pool.query('create table mine (n bigint)');
  await first!.pool.query('insert into mine values (5)');
  expect((await first!.pool.query('select n from mine')).rows).toEqual([{ n: 5 }]);
  expect((await second!.pool.query(`select to_regclass('mine') as mine`)).rows).toEqual([{ mine: null }]);
  expect((await second!.pool.query('select name from app.migrations')).rows.length).toBeGreaterThan(0);
});
