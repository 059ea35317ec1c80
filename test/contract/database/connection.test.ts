// A database of its own: it ends connections, and changes a setting of the database.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { assertDurable, createPool } from '../../../src/database/connection.ts';
import { takeOwnership } from '../../../src/database/ownership/take-ownership.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('values', () => {
  test.each([
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['null::bigint', null],
    ['array[1, null, -5]::bigint[]', [1, null, -5]],
    [`date '2026-03-01'`, '2026-03-01'],
    [`array[date '2026-03-01', null]`, ['2026-03-01', null]],
    ['12.50::numeric', '12.50'],
    ['count(*)', 1],
  ])('a value of Postgres arrives as what it is: %s', async (sql, expected) => {
    expect((await database.pool.query(`select ${sql} as value`)).rows).toEqual([{ value: expected }]);
  });

  test('a bigint that a number cannot hold is an error, and the connection stays good', async () => {
    await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('beyond 2^53');
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a connection that dies', () => {
  const kill = (pid: number) => database.pool.query('select pg_terminate_backend($1)', [pid]);
  const pidOf = async (source: { query: (sql: string) => Promise<{ rows: { pid: number }[] }> }) =>
    (await source.query('select pg_backend_pid() as pid')).rows[0]!.pid;

  test('an idle connection that dies is replaced for the next query', async () => {
    const pool = createPool(database.url, { max: 1 });
    const pid = await pidOf(pool);
    await kill(pid);
    await vi.waitFor(() => expect(pool.totalCount).toBe(0));
    expect(await pidOf(pool)).not.toBe(pid);
    await pool.end();
  });

  test('a checked-out connection that dies fails its next query, and the process lives', async () => {
    const pool = createPool(database.url, { max: 1 });
    const client = await pool.connect();
    // No listener for 'error' here: with one of ours the missing one of the pool would go unseen.
    const died = new Promise<void>((resolve) => client.once('end', resolve));
    await kill(await pidOf(client));
    await died;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    await pidOf(pool);
    await pool.end();
  });
});

describe('assertDurable', () => {
  test('assertDurable takes a server that writes to disk before it confirms', async () => {
    await expect(assertDurable(database.pool)).resolves.toBeUndefined();
  });

  test('assertDurable refuses one that does not', async () => {
    const lax = await createTestDatabase();
    const name = new URL(lax.url).pathname.slice(1);
    await database.pool.query(`alter database ${name} set synchronous_commit = off`);
    await expect(assertDurable(lax.pool)).rejects.toThrow('synchronous_commit off');
    await lax.drop();
  });
});

test('the server ends statements whose callers have gone, so that a pool never has more at work than its size', async () => {
  await database.pool.query('create table waited_for (round int)');
  const holder = await database.pool.connect();
  await holder.query('begin; lock table waited_for in access exclusive mode');
  const pool = createPool(database.url, { max: 2, name: 'impatient', timeoutMs: 100 });
  for (const round of [1, 2, 3]) {
    const inserts = [1, 2].map(() => pool.query('insert into waited_for values ($1)', [round]));
    for (const { status } of await Promise.allSettled(inserts)) expect(status).toBe('rejected');
  }
  const { rows } = await database.pool.query(
    `select count(*)::int as count from pg_stat_activity where application_name = 'impatient' and state = 'active'`,
  );
  expect(rows[0].count).toBeLessThanOrEqual(2);
  await holder.query('rollback');
  holder.release();
  await pool.end();
  expect((await database.pool.query('select from waited_for')).rowCount).toBe(0);
});

test('Postgres shows the connections of a pool by the pool’s name', async () => {
  const pool = createPool(database.url, { name: 'projections' });
  const { rows } = await pool.query('show application_name');
  expect(rows).toEqual([{ application_name: 'projections' }]);
  await pool.end();
});

test('a process that gives up its ownership while it connects stays without it', async () => {
  const giveUp = new AbortController();
  const taking = takeOwnership(database.url, { lock: 4_711, name: 'test', sessions: 'test' }, giveUp.signal);
  giveUp.abort();
  await expect(taking).rejects.toThrow();
});
