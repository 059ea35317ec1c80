// A database of its own: it deletes results of commands, whoever sent them.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createCommandRetention, PURGE } from '../../../src/processes/command-retention.ts';
import { DAY } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

const RESULT = ['AcceptOrder', 17, { id: 1, order_id: 1, status: 'UNCONFIRMED_ORDER' }];
const PURGED = { run: 'purged', type: 'AcceptOrder', position: 17 };
const SCOPE = 'brand';

const setUp = async (batch?: number) => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const identities = createIdentities(pool);
  const keyOf = (key: string, kind = 'command') => ({ kind, scope: SCOPE, key });
  const keep = async (key: string, result: object | null, days: number, kind?: string): Promise<string> => {
    await identities.claim(keyOf(key, kind));
    if (result !== null) await identities.storeResult(keyOf(key, kind), result);
    await pool.query(`update app.identities set kept_at = now() - make_interval(days => $2) where key = $1`, [
      ...[key, days],
    ]);
    return key;
  };
  const resultOf = async (key: string, kind?: string) => (await identities.claim(keyOf(key, kind))).result;
  const countPurged = async (): Promise<number> => {
    const { rows } = await pool.query(`select 1 from app.identities where result ->> 'run' = 'purged'`);
    return rows.length;
  };
  const open = () => {
    const options = { pool, retentionMs: 90 * DAY, types: ['AcceptOrder'], ...(batch !== undefined && { batch }) };
    return createCommandRetention(options);
  };
  const purge = (days = 0) => open().tick(new Date(Date.now() + days * DAY));
  return { pool, identities, keyOf, keep, resultOf, countPurged, purge };
};

test('old results are purged, and everything else stays as it is', async () => {
  const { pool, identities, keyOf, keep, resultOf, purge } = await setUp();
  const old = await keep('old', RESULT, 91);
  const older = await keep('older', RESULT, 91);
  const others: [string, object | null][] = [
    [await keep('recent', RESULT, 89), RESULT],
    [await keep('nothing was recorded', ['AcceptOrder', null, {}], 91), ['AcceptOrder', null, {}]],
    [await keep('of a type that is kept', ['IssueKey', 17, {}], 91), ['IssueKey', 17, {}]],
    [await keep('under way', null, 91), null],
    [await keep('refused', { run: 'refused' }, 91), { run: 'refused' }],
    [await keep('shared', { run: 'shared' }, 91), { run: 'shared' }],
  ];
  const payment = await keep('of another kind', RESULT, 91, 'provider_payment');
  const { id } = await identities.claim(keyOf(old));
  await purge();
  expect(await identities.claim(keyOf(old))).toEqual({ id, claimed: false, result: PURGED });
  expect(await resultOf(older)).toEqual(PURGED);
  for (const [key, result] of others) expect({ key, result: await resultOf(key) }).toEqual({ key, result });
  expect(await resultOf(payment, 'provider_payment')).toEqual(RESULT);

  // What is kept from then on counts anew.
  await identities.storeResult(keyOf(old), RESULT);
  await purge(2);
  expect(await resultOf(old)).toEqual(RESULT);
  const { rows } = await pool.query('select key from app.identities where kept_at > now()');
  expect(rows).toEqual([]);
});

test('each run of the retention goes on where the last one ended, over a fixed number of rows, and rests at the end', async () => {
  const { keep, countPurged, purge } = await setUp(2);
  for (let index = 0; index < 25; index++) await keep(randomUUID(), RESULT, 91);
  const counts: number[] = [];
  for (let run = 0; run < 3; run++) {
    await purge();
    counts.push(await countPurged());
  }
  expect(counts).toEqual([10, 20, 25]);
  // Its place is anywhere among the others: a search that begins anew comes by.
  await keep('0', RESULT, 91);
  await purge(0.5);
  expect(await countPurged()).toBe(25);
  for (let run = 0; run < 3; run++) await purge(1.5);
  expect(await countPurged()).toBe(26);
});

test('of two processes at once, the second leaves the work to the first', async () => {
  const { pool, keep, countPurged, purge } = await setUp();
  await keep(randomUUID(), RESULT, 91);
  const first = await pool.connect();
  await first.query('begin; select 1 from app.command_sweep for update');
  await purge();
  expect(await countPurged()).toBe(0);
  await first.query('rollback');
  first.release();
  await purge();
  expect(await countPurged()).toBe(1);
});

test('the retention skips a locked row, which waits for the next search', async () => {
  const { pool, keep, countPurged, purge } = await setUp();
  for (const key of ['1', '2', '3']) await keep(key, RESULT, 91);
  const other = await pool.connect();
  await other.query(`begin; select 1 from app.identities where key = '2' for update`);
  await purge();
  expect(await countPurged()).toBe(2);
  await other.query('rollback');
  other.release();
  await purge(2);
  expect(await countPurged()).toBe(3);
});

test('a batch of the retention is read from the index, and not by a walk through the table', async () => {
  const { pool } = await setUp();
  await pool.query(`insert into app.identities (kind, scope, key, id, result)
    select 'command', 'brand', gen_random_uuid(), n, '{"type":"AcceptOrder","position":1}' from generate_series(1, 20000) n`);
  await pool.query('analyze app.identities');
  const values = ['50000000-0000-0000-0000-000000000000', new Date().toISOString(), ['AcceptOrder'], 100];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${PURGE}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index.*identities_hash/);
  expect(plan).not.toMatch(/Seq Scan on identities|Sort Key: identities/);
});
