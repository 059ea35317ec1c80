import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let folder: string;
const file = (name: string, sql: string) => writeFile(join(folder, name), sql);
const query = async (sql: string) => (await database.pool.query(sql)).rows;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query('drop schema app cascade'); // as if never migrated
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test('a migration runs each file once, in the order of their numbers', async () => {
  await file('002-fill.sql', `insert into steps (step) values ('second')`);
  await file(
    '001-make.sql',
    `create table steps (n int generated always as identity, step text); insert into steps (step) values ('first')`,
  );
  await file('notes.txt', 'not SQL');
  expect(await migrate(database.url, folder)).toEqual(['001-make.sql', '002-fill.sql']);
  expect(await migrate(database.url, folder)).toEqual([]);
  await file('003-more.sql', `insert into steps (step) values ('third')`);
  expect(await migrate(database.url, folder)).toEqual(['003-more.sql']);
  expect(await query('select step from steps order by n')).toEqual([
    { step: 'first' },
    { step: 'second' },
    { step: 'third' },
  ]);
});

test('processes that start together do not run a migration twice', async () => {
  await file('001-make.sql', 'create table steps (step text)');
  await file('002-fill.sql', `insert into steps select 'once' from pg_sleep(0.1)`);
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, folder)));
  expect(runs.flat().sort()).toEqual(['001-make.sql', '002-fill.sql']);
  expect(await query('select step from steps')).toEqual([{ step: 'once' }]);
});

test('a migration that fails is named, leaves nothing behind and stops the rest', async () => {
  await file('001-good.sql', 'create table good ()');
  await file('002-bad.sql', 'create table half (); select 1 / 0');
  await file('003-next.sql', 'create table next ()');
  await expect(migrate(database.url, folder)).rejects.toThrow('migration 002-bad.sql failed: division by zero');
  expect(
    await query(`select to_regclass('good')::text g, to_regclass('half')::text h, to_regclass('next')::text n`),
  ).toEqual([{ g: 'good', h: null, n: null }]);
  await file('002-bad.sql', 'create table half ()');
  expect(await migrate(database.url, folder)).toEqual(['002-bad.sql', '003-next.sql']);
});

test('a migration and the note that it ran are one transaction', async () => {
  await file('001-bad.sql', 'create table done (); drop table app.migrations');
  await expect(migrate(database.url, folder)).rejects.toThrow('migration 001-bad.sql failed');
  expect(await query(`select to_regclass('done')::text d, to_regclass('app.migrations')::text m`)).toEqual([
    { d: null, m: 'app.migrations' },
  ]);
});

test('a migration refuses a database that a newer version has migrated', async () => {
  await file('001-old.sql', 'select 1');
  await migrate(database.url, folder);
  await rm(join(folder, '001-old.sql'));
  await expect(migrate(database.url, folder)).rejects.toThrow('another version: 001-old.sql is unknown');
});

test.each([
  [['1-short.sql'], 'migration 1-short.sql: the name must be like 001-what-it-does.sql'],
  [['001-a.sql', '001-b.sql'], 'migration 001-b.sql: number 001 is taken by another file'],
])('a migration refuses the file names %j', async (names, message) => {
  for (const name of names) await file(name, 'select 1');
  await expect(migrate(database.url, folder)).rejects.toThrow(message);
});
