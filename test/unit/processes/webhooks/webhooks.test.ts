import type pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import { createSeal } from '../../../../src/processes/outbound/seal.ts';
import { createWebhooks } from '../../../../src/processes/webhooks/webhooks.ts';

test('a database that does not answer keeps no other process waiting to send', async () => {
  const asked: unknown[] = [];
  const { tickers } = createWebhooks({
    pool: { query: async () => ({ rows: [{ id: 1, key_id: 'a' }] }) } as unknown as pg.Pool,
    handler: {
      load: (_: unknown, keyId: string) => {
        asked.push(keyId);
        return new Promise(() => {});
      },
    } as unknown as CommandHandler,
    seal: createSeal('secret of the tests'),
    ...{
      kinds: [],
      shownPosition: () => 0,
      pauses: [],
      allowPrivate: true,
      timeoutMs: 1,
      retentionMs: 1,
    },
    ...{ clock: Date.now, log: pino({ level: 'silent' }) },
  });
  const [ticker] = tickers;
  await ticker!.run(new Date());
  await ticker!.end?.();
  expect(asked).toEqual(['a']);
});
