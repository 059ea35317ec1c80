import type pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import { defineWebhookKind } from '../../../../src/commands/webhooks/webhook-kind.ts';
import { pointDecider } from '../../../../src/domain/points/decide.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createOutbound } from '../../../../src/processes/outbound/outbound.ts';
import { createSeal } from '../../../../src/processes/outbound/seal.ts';
import { createTransport } from '../../../../src/processes/outbound/transport.ts';
import { createWebhooks } from '../../../../src/processes/webhooks/webhooks.ts';

const options = {
  kinds: [],
  shownPosition: () => 0,
  pauses: [],
  store: { read: async () => [] },
  clock: Date.now,
};
const seal = createSeal('secret of the tests');
const outboundOptions = { retentionMs: 1, clock: Date.now, log: pino({ level: 'silent' }) };

test('a database that does not answer keeps no other process waiting to send', async () => {
  const asked: unknown[] = [];
  const pool = { query: async () => ({ rows: [{ id: 1, queue: 'a', kind: 'webhook' }] }) } as unknown as pg.Pool;
  const transport = createTransport({ pool, seal, allowPrivate: true, timeoutMs: 1 });
  const { channel } = createWebhooks({
    ...options,
    pool,
    handler: {
      load: (_: unknown, keyId: string) => {
        asked.push(keyId);
        return new Promise(() => {});
      },
    } as unknown as CommandHandler,
  });
  const [ticker] = createOutbound({ ...outboundOptions, pool, transport, channels: [channel] }).tickers;
  await ticker!.tick(new Date());
  await ticker!.end?.();
  expect(asked).toEqual(['a']);
});

test('a kind sees its aggregate as it was right after the event, and others as they are', async () => {
  const seen: unknown[] = [];
  const count = { initial: 0, evolve: (before: number) => before + 1 };
  const kind = defineWebhookKind({
    event: 'shift.opened',
    summary: '',
    about_data: '',
    data: z.object({}),
    types: ['ShiftOpened'],
    shown_by: null,
    tells: async (_, { stateThen, load, timezoneOf }) => {
      seen.push(await stateThen(count), await load(pointDecider, 'p'), await timezoneOf('p'));
      return [];
    },
  });
  const stream = [0, 1, 2, 3].map((revision) => ({
    type: 'ShiftOpened',
    stream: 's',
    revision,
    metadata: {},
    data: {},
  }));
  const point = { timezone: 'Asia/Tashkent' };
  const { follower } = createWebhooks({
    ...options,
    kinds: [kind],
    pool: {} as pg.Pool,
    store: { read: async (_, from = 0, limit) => stream.slice(from, limit) as unknown as RecordedEvent[] },
    handler: { load: async () => ({ state: point, revision: 0 }) } as unknown as CommandHandler,
  });
  const query = async () => ({ rows: [{ url: 'https://partner.test', secret_id: 's' }] });
  await follower.handle([stream[2] as unknown as RecordedEvent], { query } as unknown as pg.PoolClient);
  expect(seen).toEqual([3, point, 'Asia/Tashkent']);
});
