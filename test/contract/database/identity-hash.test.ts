// A database of its own: it needs a connection, and no app.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IdentityKey } from '../../../src/commands/claims/claim.ts';
import { claimKeys, findKeys } from '../../../src/commands/claims/claim-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Texts that a hash of the three parts could mistake for each other, if it joined them carelessly. */
const TEXTS = ['', '\\', '\\\\', '\\0', '\\000', '\\x00', '000', 'a\\', '\\a', 'a', 'Плов', "'", ' '];
const keys: IdentityKey[] = TEXTS.flatMap((kind) =>
  TEXTS.flatMap((scope) => TEXTS.map((key) => ({ kind, scope, key }))),
);

test('outside keys that differ in one character have different ids, backslashes and all', async () => {
  const claims = await claimKeys(database.pool, keys);
  expect(claims.filter((claim) => claim?.claimed)).toHaveLength(keys.length);
  expect(new Set(claims.map((claim) => claim?.id)).size).toBe(keys.length);
  const again = await claimKeys(database.pool, keys);
  expect(again.map((claim) => claim?.id)).toEqual(claims.map((claim) => claim?.id));
  expect(await findKeys(database.pool, [keys[100]!])).toEqual([claims[100]!.id]);
});

test('an outside key is found by the index', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from app.identities
       where app.identity_hash(kind, scope, key) = app.identity_hash('order', 'point', 'app-1')`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('identities_hash');
    await client.query('rollback');
  } finally {
    client.release();
  }
});
