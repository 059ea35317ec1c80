// A database of its own: it looks at how test databases are made.

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
  expect((await second!.pool.query('select name from app.applied_files')).rows.length).toBeGreaterThan(0);
});

test('the user of a test database owns it and may nothing else, as an app must do with', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const { rows } = await database.pool.query(`
    select pg_get_userbyid(datdba) = current_user as owns, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_database, pg_roles r where datname = current_database() and rolname = current_user`);
  const mayNot = {
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  };
  expect(rows).toEqual([{ owns: true, ...mayNot, memberships: 0 }]);
});
