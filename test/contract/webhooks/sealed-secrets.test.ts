// A database of its own: it changes secrets by hand.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createSeal } from '../../../src/processes/outbound/seal.ts';
import { createSigningSecrets } from '../../../src/processes/outbound/secrets.ts';
import { createTestDatabase } from '../../support/database.ts';

const SEAL = createSeal('secret of the tests');

const setUp = async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  return { pool };
};

test('a secret is kept sealed, and found by every process that has the key', async () => {
  const { pool } = await setUp();
  const { secret_id, secret } = await createSigningSecrets(pool, SEAL).mint();
  const { rows } = await pool.query("select encode(sealed, 'escape') as kept from app.webhook_secrets");
  expect(rows).toEqual([{ kept: expect.not.stringContaining(secret) }]);
  expect(await createSigningSecrets(pool, SEAL).find(secret_id)).toEqual({ secret });
  const other = createSigningSecrets(pool, createSeal('another secret of the server'));
  expect(await other.find(secret_id)).toEqual({ problem: 'secret_unreadable' });
  expect(await other.find(randomUUID())).toEqual({ problem: 'secret_missing' });
});

test('a secret that is put in the place of another one is not believed', async () => {
  const { pool } = await setUp();
  const secrets = createSigningSecrets(pool, SEAL);
  const [one, two] = [await secrets.mint(), await secrets.mint()];
  await pool.query(
    'update app.webhook_secrets set sealed = (select sealed from app.webhook_secrets where secret_id = $1) where secret_id = $2',
    [one.secret_id, two.secret_id],
  );
  expect(await createSigningSecrets(pool, SEAL).find(two.secret_id)).toEqual({ problem: 'secret_unreadable' });
});
