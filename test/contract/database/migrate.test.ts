// A database of its own: it is migrated by several processes at once.

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { describeSchema } from '../../support/describe-schema.ts';

const SOURCES = new URL('../../../src/database/', import.meta.url).pathname;

let database: TestDatabase;
let folder: string;
const file = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(database.url, folder);
const query = async (sql: string) => (await database.pool.query(sql)).rows;
const exists = async (...names: string[]) =>
  Promise.all(
    names.map(async (name) => (await query(`select to_regclass('${name}') is not null as is_there`))[0].is_there),
  );

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const part of ['schema', 'functions', 'migrations']) await mkdir(join(folder, part));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('an empty database', () => {
  test('gets functions, tables that use them, and migrations in the order of their numbers, each once', async () => {
    await file(
      'schema/steps.sql',
      `create table steps (n int generated always as identity, step text default app.first())`,
    );
    await file('schema/then.sql', 'insert into steps default values');
    await file('functions/app.first.sql', `create or replace function app.first() returns text return 'first'`);
    await file('migrations/002-fill.sql', `insert into steps (step) values ('third')`);
    await file('migrations/001-fill.sql', `insert into steps (step) values ('second')`);
    await file('migrations/notes.txt', 'not SQL');
    const baseline = ['functions/app.first.sql', 'schema/steps.sql', 'schema/then.sql'];
    expect(await run()).toEqual([...baseline, 'migrations/001-fill.sql', 'migrations/002-fill.sql']);
    expect(await run()).toEqual([]);
    await file('migrations/003-more.sql', `insert into steps (step) values ('fourth')`);
    expect(await run()).toEqual(['migrations/003-more.sql', 'functions/app.first.sql']);
    const steps = await query('select step from steps order by n');
    expect(steps.map(({ step }) => step)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('gets them once, though processes start together', async () => {
    await file('schema/steps.sql', 'create table steps (step text)');
    await file('migrations/001-fill.sql', `insert into steps select 'once' from pg_sleep(0.1)`);
    const runs = await Promise.all(Array.from({ length: 4 }, run));
    expect(runs.flat().sort()).toEqual(['migrations/001-fill.sql', 'schema/steps.sql']);
    expect(await query('select step from steps')).toEqual([{ step: 'once' }]);
  });

  test('stays empty if a table of the baseline fails', async () => {
    await file('schema/a.sql', 'create table app.good ()');
    await file('schema/b.sql', 'create table app.half (); select 1 / 0');
    await expect(run()).rejects.toThrow('schema/b.sql failed: division by zero');
    expect(await exists('app.good', 'app.half', 'app.applied_files')).toEqual([false, false, false]);
    await file('schema/b.sql', 'create table app.half ()');
    expect(await run()).toEqual(['schema/a.sql', 'schema/b.sql']);
  });
});

describe('a migration', () => {
  test('that fails is named, leaves nothing behind and stops the rest', async () => {
    await file('migrations/001-good.sql', 'create table good ()');
    await file('migrations/002-bad.sql', 'create table half (); select 1 / 0');
    await file('migrations/003-next.sql', 'create table next ()');
    await expect(run()).rejects.toThrow('migrations/002-bad.sql failed: division by zero');
    expect(await exists('good', 'half', 'next')).toEqual([true, false, false]);
    await file('migrations/002-bad.sql', 'create table half ()');
    expect(await run()).toEqual(['migrations/002-bad.sql', 'migrations/003-next.sql']);
  });

  test('and the note that it ran are one transaction', async () => {
    await run();
    await file('migrations/001-bad.sql', 'create table done (); drop table app.applied_files');
    await expect(run()).rejects.toThrow('migrations/001-bad.sql failed');
    expect(await exists('done', 'app.applied_files')).toEqual([false, true]);
  });

  test.each([
    [['1-short.sql'], 'migrations/1-short.sql: the name must be like 001-what-it-does.sql'],
    [['001-a.sql', '001-b.sql'], 'migrations/001-b.sql: number 001 is taken by another file'],
  ])('must have a name unlike %j', async (names, message) => {
    for (const name of names) await file(`migrations/${name}`, 'select 1');
    await expect(run()).rejects.toThrow(message);
    expect(await exists('app.applied_files')).toEqual([false]);
  });
});

describe('a function', () => {
  const returning = (number: number) =>
    file('functions/app.answer.sql', `create or replace function app.answer() returns int return ${number}`);
  const answer = async () => (await query('select app.answer()'))[0].answer;

  test('is written anew when its file has changed, and only then', async () => {
    await returning(1);
    await run();
    await query('create or replace function app.answer() returns int return 9');
    expect([await run(), await answer()]).toEqual([[], 9]);
    await returning(2);
    expect([await run(), await answer()]).toEqual([['functions/app.answer.sql'], 2]);
  });

  test('comes back in its present form after a migration has dropped it', async () => {
    await file('functions/app.answer.sql', `create or replace function app.answer() returns text return 'new'`);
    await file('migrations/001-other-type.sql', 'drop function app.answer()');
    await run();
    expect(await answer()).toBe('new');
  });

  test('that fails leaves the one before', async () => {
    await returning(1);
    await run();
    await file('functions/app.answer.sql', 'create or replace function app.answer() returns text return 1');
    await expect(run()).rejects.toThrow('functions/app.answer.sql failed: cannot change return type');
    expect(await answer()).toBe(1);
  });
});

describe('a database of another version is refused:', () => {
  beforeEach(async () => {
    await file('schema/a.sql', 'create table app.a ()');
    await file('migrations/001-old.sql', 'select 1');
    await run();
  });

  test.each<[what: string, change: () => Promise<unknown>, name: string]>([
    ['one with a migration more', () => rm(join(folder, 'migrations/001-old.sql')), 'migrations/001-old.sql'],
    ['one with another migration', () => file('migrations/001-old.sql', 'select 2'), 'migrations/001-old.sql'],
    ['one with another table', () => file('schema/a.sql', 'create table app.a (b int)'), 'schema/a.sql'],
    ['one with a table less', () => file('schema/b.sql', 'create table app.b ()'), 'schema/b.sql'],
  ])('%s', async (_, change, name) => {
    await change();
    await expect(run()).rejects.toThrow(
      `the database was made by another version: ${name} differs from what this one has`,
    );
    expect(await exists('app.b')).toEqual([false]);
  });
});

test('a database of before 1.0 is refused in one line, and left as it is', async () => {
  await database.pool.query(`
    create schema log; create schema app; create schema read;
    create table log.events (position bigint primary key, stream text, data json, metadata json, packed text);
    create table app.migrations (name text primary key, applied_at timestamptz not null default now());
    insert into app.migrations (name) values ('001-event-log.sql');
    insert into log.events values (1, 'order-1', '{}', '{}', null)`);
  const before = await describeSchema(database.pool);
  await expect(migrate(database.url)).rejects.toThrow(
    /^the database is of a version before 1\.0, which this one can not read: begin with an empty database$/,
  );
  expect(await describeSchema(database.pool)).toBe(before);
  expect(await query('select position, stream from log.events')).toHaveLength(1);
  expect(await query('select name from app.migrations')).toHaveLength(1);
});

describe('the sources', () => {
  test('schema.sql is what they make: else run npm run docs:schema', async (context) => {
    const made = await createTestDatabase();
    onTestFinished(() => made.drop());
    const { rows } = await made.pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    // Older ones write the same definitions in other words.
    context.skip(rows[0]!.version < 18, 'schema.sql is in the words of Postgres 18');
    const header = '-- What the files of schema/ and functions/ make, for readers. Made by npm run docs:schema.\n\n';
    await expect(header + (await describeSchema(made.pool))).toMatchFileSnapshot(join(SOURCES, 'schema.sql'));
  });

  test('each function has a file of its name, and one form', async () => {
    await cp(SOURCES, folder, { recursive: true });
    const ran = await run();
    const functions = await query(`
      select format('functions/%s.%s.sql', pronamespace::regnamespace, proname) as file from pg_proc
      where pronamespace in ('log'::regnamespace, 'app'::regnamespace) order by file`);
    expect(functions.map((it) => it.file)).toEqual(ran.filter((name) => name.startsWith('functions/')).sort());
  });
});
