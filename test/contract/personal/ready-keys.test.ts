// A database of its own: it counts the statements that look for keys.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSubjects } from '../../../src/personal/subjects.ts';
import { createTestDatabase } from '../../support/database.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';

test('reading a key ahead has it ready when it is needed, and makes none for a person without one', async () => {
  const database = await createTestDatabase();
  const { pool, url: databaseUrl } = database;
  const open = () => openSubjects({ pool, databaseUrl, personalDataKey: PERSONAL_DATA_KEY });
  const [one, two] = [await open(), await open()];
  onTestFinished(async () => {
    await one.close();
    await two.close();
    await database.drop();
  });
  const brandId = randomUUID();
  const part = (client_id: number) => ({
    owner: { id: randomUUID(), type: 'ClientRegistered' },
    brandId,
    personal: { client_id },
    content: { name: 'Aziz' },
  });
  const ref = (client_id: number) => ({ brand_id: brandId, kind: 'client' as const, key: String(client_id) });
  const [sealed] = await one.personalData.seal([part(1)]);

  const query = vi.spyOn(pool, 'query');
  two.readyKey(ref(1));
  two.readyKey(ref(2));
  await vi.waitFor(() => expect(query.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled']));
  const [again] = await two.personalData.seal([part(1)]);
  expect(again!.subject).toBe(sealed!.subject);
  expect(query).toHaveBeenCalledTimes(1);
  const { rows } = await pool.query('select key from app.subject_keys where brand_id = $1', [brandId]);
  expect(rows).toEqual([{ key: '1' }]);
});
