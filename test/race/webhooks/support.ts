import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { AccessKey } from '../../../src/domain/keys/state.ts';
import { createExchange } from '../../../src/processes/outbound/exchange.ts';
import { createHostLimiter } from '../../../src/processes/outbound/host-limiter.ts';
import { createSeal } from '../../../src/processes/outbound/seal.ts';
import { createSigningSecrets } from '../../../src/processes/outbound/secrets.ts';
import type { Sender } from '../../../src/processes/outbound/sender.ts';
import { bodyOf, enqueue, type NewDelivery, stopAll } from '../../../src/processes/webhooks/queue.ts';
import { createTestDatabase } from '../../support/database.ts';
import {
  createDeliveries,
  createWebhookSender,
  type Deliveries,
  type WebhookSenderOptions,
} from '../../support/webhook-sender.ts';

const MINUTE = 60_000;
const seal = createSeal('secret of the tests');
export const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE];

/** A line of deliveries in a database of its own, and senders to work on it. */
export const setUp = async ({ timeoutMs = 5_000 } = {}) => {
  const database = await createTestDatabase();
  const { pool } = database;
  const { secret_id, secret } = await createSigningSecrets(pool, seal).mint();
  const brand_id = randomUUID();
  const exchange = createExchange({ allowPrivate: true, timeoutMs });
  onTestFinished(async () => {
    await exchange.close();
    await database.drop();
  });
  const clock = { now: Date.parse('2026-03-02T09:00:00.000Z') };

  return {
    pool,
    secret,
    exchange,
    clock,
    /** A partner's key to which so many deliveries are due; answers their event ids. */
    fill: async (key_id: string, count: number): Promise<string[]> => {
      await pool.query(
        "insert into app.webhook_targets (key_id, brand_id, permissions, url) values ($1, $2, '{}', '-')",
        [key_id, brand_id],
      );
      const deliveries = Array.from({ length: count }, (_, index): NewDelivery => {
        const event_id = randomUUID();
        const event = 'reservation.created';
        const body = bodyOf({ event_id, event, occurred_at: '2026-03-02T14:00:00+05:00', data: { index } });
        const created_at = new Date(clock.now).toISOString();
        return { brand_id, key_id, event, event_id, position: 0, url: '-', body, created_at };
      });
      await enqueue(pool, deliveries);
      return deliveries.map(({ event_id }) => event_id);
    },
    /** `urlOf`: where each call to a key goes. */
    createSender: (
      urlOf: (keyId: string) => string,
      wrap: (deliveries: Deliveries) => Deliveries = (it) => it,
      more: Partial<WebhookSenderOptions> = {},
    ): Sender =>
      createWebhookSender({
        exchange,
        pauses: PAUSES,
        clock: () => clock.now,
        log: pino({ level: 'silent' }),
        deliveries: wrap(createDeliveries(pool, (keyId, reason) => stopAll(pool, keyId, reason))),
        loadKey: async (key_id) => keyWith(key_id, urlOf(key_id), secret_id),
        secrets: createSigningSecrets(pool, seal),
        limiter: createHostLimiter(),
        kinds: [],
        shown: () => ({}),
        ...more,
      }),
    statuses: async (): Promise<Record<string, number>> => countStatuses(pool),
  };
};

const keyWith = (key_id: string, url: string, secret_id: string): AccessKey =>
  ({
    key_id,
    revoked_at: null,
    expires_at: null,
    permissions: ['table_booking'],
    webhook: { url, events: null, secret_id },
  }) as unknown as AccessKey;

const countStatuses = async (pool: pg.Pool): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ status: string; count: number }>(
    'select status, count(*) as count from app.deliveries group by 1',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
};
