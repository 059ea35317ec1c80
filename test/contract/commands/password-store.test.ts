// A database of its own: it looks at all of a table.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswordStore } from '../../../src/commands/sessions/password-store.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a process that stood still deletes no password that the account has named since', async () => {
  const clock = createClock();
  const passwords = createPasswordStore(database.pool, clock.read);
  const [account_id, first, second, third] = [7, randomUUID(), randomUUID(), randomUUID()];
  const store = async (credential_id: string): Promise<void> => {
    clock.move(1_000);
    await passwords.store({ credential_id, account_id, hash: `hash of ${credential_id}` });
  };
  const kept = async () => {
    const { rows } = await database.pool.query('select credential_id from app.passwords where account_id = $1', [
      account_id,
    ]);
    return rows.map(({ credential_id }) => credential_id).sort();
  };
  await store(first);
  await store(second);
  await passwords.confirm(account_id, second);
  // The account named the first before the second; only now does the process say so.
  await passwords.confirm(account_id, first);
  expect(await kept()).toEqual([first, second].sort());
  await store(third);
  await passwords.confirm(account_id, third);
  expect(await kept()).toEqual([third]);
  // One that was never named goes with the next, when no request can be about to name it.
  await store(first);
  clock.move(11 * MINUTE);
  await store(second);
  await passwords.confirm(account_id, second);
  expect(await kept()).toEqual([second]);
});
