import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import type { KnownDelivery, WebhookService } from '../../commands/webhooks/webhook-service.ts';
import { checkOutboundUrl } from '../outbound/address-guard.ts';
import type { Seal } from '../outbound/seal.ts';
import { createSigningSecrets } from '../outbound/secrets.ts';
import { enqueue, pingDelivery, resend, testDelivery } from './queue.ts';

export const createWebhookService = (
  pool: pg.Pool,
  {
    kinds,
    allowPrivate,
    seal,
  }: {
    readonly kinds: readonly WebhookKind[];
    readonly allowPrivate: boolean;
    readonly seal: Seal;
  },
): WebhookService => {
  const secrets = createSigningSecrets(pool, seal);
  return {
    kinds,
    checkUrl: (url) => checkOutboundUrl(url, allowPrivate),
    mintSecret: secrets.mint,
    forgetSecret: secrets.forget,
    findDelivery: async (deliveryId) => {
      const { rows } = await pool.query<KnownDelivery>(
        `select brand_id, key_id, status, body is null as is_purged, reason is not distinct from 'withdrawn' as is_withdrawn
       from app.deliveries where id = $1`,
        [deliveryId],
      );
      return rows[0];
    },
    enqueuePing: (ping) => enqueue(pool, [pingDelivery(ping)]),
    enqueueTest: async (test) => {
      const delivery = testDelivery(test, randomUUID());
      await enqueue(pool, [delivery]);
      return delivery.event_id;
    },
    resend: (deliveryId, at, position) => resend(pool, deliveryId, at, position),
  };
};
