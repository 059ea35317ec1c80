// A database of its own: it counts what queries leave in memory, so nothing else may ask.

import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Client, type ClientOptions } from '../../../src/database/client.ts';
import { createPool, isDatabaseAway } from '../../../src/database/connection.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const opened = async <Opened extends pg.Client>(client: Opened): Promise<Opened> => {
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
};

const connect = (options: ClientOptions = {}): Promise<pg.Client> =>
  opened(new Client({ connectionString: database.url, ...options }));
const connectByPg = (): Promise<pg.Client> => opened(new pg.Client({ connectionString: database.url }));

/** Few and small enough that no full collection comes between. */
const QUERIES = 20;
const VALUE_BYTES = 64 * 1024;

/** How many of the queries' values are still there when the young garbage is collected, with their messages. */
const leftBy = async (client: pg.Client): Promise<number> => {
  const ask = () =>
    client.query({ name: 'length', text: 'select length($1::bytea)', values: [Buffer.alloc(VALUE_BYTES)] });
  for (let index = 0; index < 5; index++) await ask();
  // The second waits for what the first has left to be freed beside us.
  for (let round = 0; round < 2; round++) collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < QUERIES; index++) await ask();
  for (let round = 0; round < 3; round++) collectGarbage({ type: 'minor' });
  return (process.memoryUsage().arrayBuffers - before) / VALUE_BYTES;
};

test('what a query sent is young garbage after it; pg itself leaves it in the old space', async () => {
  expect(await leftBy(await connect())).toBeLessThan(QUERIES / 4);
  // When pg no longer does so, our client has nothing left to do.
  expect(await leftBy(await connectByPg())).toBeGreaterThan(QUERIES / 2);
});

test('each form of a query gets the answer that pg gives', async () => {
  const client = await connect();
  const rows = [{ one: 1 }];
  expect((await client.query('select 1 as one')).rows).toEqual(rows);
  expect((await client.query('select $1::int as one', [1])).rows).toEqual(rows);
  expect((await client.query({ text: 'select $1::int as one', values: [1] })).rows).toEqual(rows);
  expect((await client.query({ text: 'select $1::int as one' }, [1])).rows).toEqual(rows);
  expect((await client.query({ text: 'select 1', rowMode: 'array' })).rows).toEqual([[1]]);
  const asTyped = { getTypeParser: () => (text: string) => `typed ${text}` };
  expect((await client.query({ text: 'select 1 as one', types: asTyped })).rows).toEqual([{ one: 'typed 1' }]);
  for (let time = 0; time < 2; time++) {
    expect((await client.query({ name: 'one', text: 'select $1::int as one', values: [1] })).rows).toEqual(rows);
  }
  expect((await client.query('select name from pg_prepared_statements')).rows).toEqual([{ name: 'one' }]);
  const called = (...query: unknown[]) =>
    new Promise((resolve) => {
      const callback = (error: unknown, result: pg.QueryResult) => resolve(error ?? result.rows);
      Reflect.apply(client.query, client, [...query, callback]);
    });
  expect(await called('select 1 as one')).toEqual(rows);
  expect(await called('select $1::int as one', [1])).toEqual(rows);
  expect(await called('select 1 / 0')).toMatchObject({ code: '22012' });
  const submitted = client.query(new pg.Query('select 1 as one'));
  expect(await new Promise((resolve) => submitted.on('row', resolve))).toEqual({ one: 1 });
});

test('a query that fails says who asked', async () => {
  const client = await connect();
  const error = await client.query('select 1 / 0').catch((thrown: Error & { code?: string }) => thrown);
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('client.test') });
});

test('a query that stays unanswered fails, and ends its connection', async () => {
  const client = await connect({ answerWithinMs: 200 });
  const ended = new Promise((resolve) => client.once('end', () => resolve('ended')));
  const error = await client.query('select pg_sleep(60)').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'Query read timeout' });
  expect(isDatabaseAway(error)).toBe(true);
  expect(await ended).toBe('ended');
});

test('a query of a pool has the deadline of the pool', async () => {
  const pool = createPool(database.url, { max: 1, timeoutMs: 400 });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await expect(client.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout');
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
