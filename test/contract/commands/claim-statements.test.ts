// A database of its own: its claims wait for transactions that the test holds open.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimAndKeep, claimKeys, findKeys } from '../../../src/commands/claims/claim-statements.ts';
import { exchangeResult } from '../../../src/commands/claims/result-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Who waits for another's transaction in this database. */
const WAITING = `
  select from pg_locks join pg_stat_activity using (pid)
  where not granted and locktype = 'transactionid' and datname = current_database()`;

const newKey = () => ({ kind: 'test', scope: 'here', key: randomUUID() });

test('of a key that is named twice at once, the first has made the claim', async () => {
  const key = newKey();
  const plain = await claimKeys(database.pool, [key, newKey(), key]);
  expect(plain.map((claim) => claim?.claimed)).toEqual([true, true, false]);
  expect(plain[2]?.id).toBe(plain[0]?.id);
  const other = newKey();
  const kept = await claimAndKeep(database.pool, [
    { ...other, kept: { of: 'first' } },
    { ...other, kept: { of: 'second' } },
  ]);
  expect(kept.map((claim) => [claim?.claimed, claim?.result])).toEqual([
    [true, { of: 'first' }],
    [false, { of: 'first' }],
  ]);
});

test.each(['', ':', '/', '\n', '\u0001'])('parts that are alike when %j joins them make two keys', async (joint) => {
  const [a, b, c, d] = ['a', 'b', 'c', randomUUID()];
  const keys = [
    { kind: a, scope: `${b}${joint}${c}`, key: d },
    { kind: `${a}${joint}${b}`, scope: c, key: d },
    { kind: a, scope: b, key: `${c}${joint}${d}` },
  ];
  const claims = [];
  for (const key of keys) claims.push(...(await claimKeys(database.pool, [key])));
  expect(claims.map((claim) => claim?.claimed)).toEqual([true, true, true]);
  expect(await findKeys(database.pool, keys)).toEqual(claims.map((it) => it?.id));
});

test('what comes with nothing to keep is looked up, and not claimed', async () => {
  const [known, unknown] = [newKey(), newKey()];
  const [claim] = await claimAndKeep(database.pool, [{ ...known, kept: { mark: 1 } }]);
  const look = () =>
    claimAndKeep(
      database.pool,
      [unknown, known].map((key) => ({ ...key, kept: null })),
    );
  const found = [undefined, { id: claim!.id, claimed: false, result: { mark: 1 } }];
  expect(await look()).toEqual(found);
  expect(await look()).toEqual(found);
});

test('answers a key that another caller is claiming with that caller’s id, once it has committed', async () => {
  const key = newKey();
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query(`insert into app.identities values ($1, $2, $3, 7, '{"by":"other"}')`, Object.values(key));
    const waiting = claimAndKeep(database.pool, [{ ...key, kept: { by: 'us' } }]);
    await expect.poll(async () => (await database.pool.query(WAITING)).rowCount, { timeout: 10_000 }).toBe(1);
    await other.query('commit');
    expect(await waiting).toEqual([{ id: 7, claimed: false, result: { by: 'other' } }]);
  } finally {
    other.release();
  }
});

test('what is kept is exchanged only for what it was', async () => {
  const key = newKey();
  await claimAndKeep(database.pool, [{ ...key, kept: { at: 1 } }]);
  expect(await exchangeResult(database.pool, key, { at: 2 }, { at: 3 })).toBe(false);
  expect(await exchangeResult(database.pool, key, { at: 1 }, { at: 2 })).toBe(true);
  const [claim] = await claimAndKeep(database.pool, [{ ...key, kept: null }]);
  expect(claim?.result).toEqual({ at: 2 });
});
