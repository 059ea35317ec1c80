import { expect, test } from 'vitest';
import { recordWithSecret } from '../../../../src/commands/webhooks/new-secret.ts';
import { conflict } from '../../../../src/domain/refusal.ts';

const setUp = () => {
  const kept = new Set<string>();
  const mint = {
    mintSecret: async () => {
      kept.add('new');
      return { secret_id: 'new', secret: 'whsec' };
    },
    forgetSecret: async (secretId: string) => void kept.delete(secretId),
  };
  return { kept: () => [...kept], mint };
};
const naming = (secret_id: string) => async () => ({ events: [{ data: { secret_id } }] });

test('a secret that an event names is kept, and told', async () => {
  const { kept, mint } = setUp();
  expect((await recordWithSecret(mint, naming('new'))).secret).toBe('whsec');
  expect(kept()).toEqual(['new']);
});

test.each([
  ['another command was first', naming('another')],
  ['nothing was recorded', async () => ({ events: [] })],
])('a secret is forgotten, and not told, if %s', async (_, record) => {
  const { kept, mint } = setUp();
  expect((await recordWithSecret(mint, record)).secret).toBeNull();
  expect(kept()).toEqual([]);
});

test('a secret of a refused command is forgotten, and one of a command with an unknown end stays', async () => {
  const refused = setUp();
  const refusing = () => Promise.reject(conflict('webhook_not_configured'));
  await expect(recordWithSecret(refused.mint, refusing)).rejects.toMatchObject({ code: 'webhook_not_configured' });
  expect(refused.kept()).toEqual([]);
  const unknown = setUp();
  await expect(recordWithSecret(unknown.mint, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(unknown.kept()).toEqual(['new']);
});
