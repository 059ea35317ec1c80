import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createSeal } from '../../../src/processes/outbound/seal.ts';
import { createSecretSeals, createSigningSecrets } from '../../../src/processes/outbound/secrets.ts';
import { createTestDatabase } from '../../support/database.ts';

const SEAL = createSeal('secret of the tests');
const NOW = new Date();

const setUp = async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const plain = async (): Promise<number> => {
    const { rows } = await pool.query('select 1 from app.webhook_secrets where secret is not null');
    return rows.length;
  };
  const mintPlain = async (secret: string): Promise<string> => {
    const id = randomUUID();
    await pool.query('insert into app.webhook_secrets (secret_id, secret) values ($1, $2)', [id, secret]);
    return id;
  };
  return { pool, plain, mintPlain };
};

test('a secret is kept sealed, and found by every process that has the key', async () => {
  const { pool, plain } = await setUp();
  const { secret_id, secret } = await createSigningSecrets(pool, SEAL).mint();
  expect(await plain()).toBe(0);
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

test('what an earlier release keeps in plain is read, and sealed by two processes at once', async () => {
  const { pool, plain, mintPlain } = await setUp();
  const ids = await Promise.all(Array.from({ length: 5 }, (_, index) => mintPlain(`whsec_${index}`)));
  expect(await createSigningSecrets(pool, SEAL).find(ids[0]!)).toEqual({ secret: 'whsec_0' });
  const seals = [createSecretSeals(pool, SEAL), createSecretSeals(pool, SEAL)];
  await Promise.all(seals.map((each) => each.tick(NOW)));
  expect(await plain()).toBe(0);
  const secrets = createSigningSecrets(pool, SEAL);
  const found = await Promise.all(ids.map(secrets.find));
  expect(found).toEqual(ids.map((_, index) => ({ secret: `whsec_${index}` })));
  // The earlier release runs on for a moment.
  await mintPlain('whsec_later');
  await seals[0]!.tick(NOW);
  expect(await plain()).toBe(0);
});
