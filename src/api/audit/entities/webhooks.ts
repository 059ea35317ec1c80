import { z } from 'zod';
import { isOf } from '../../../domain/event-catalogue.ts';
import { accessKeyDecider } from '../../../domain/keys/decide.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { queryUuid } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

const schema = z.object({
  key_id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()).nullable().describe('Null: all of them'),
  secret_id: z.uuid().describe('Which secret signs. The secret itself is not in the log'),
});
type Webhook = z.infer<typeof schema>;

const evolve = (webhook: Webhook | null, event: RecordedEvent): Webhook | null => {
  if (isOf(event, 'WebhookConfigured')) {
    const { key_id, url, events, secret_id } = event.data;
    return { key_id, url, events, secret_id };
  }
  if (webhook && isOf(event, 'WebhookSecretRotated')) return { ...webhook, secret_id: event.data.secret_id };
  return webhook;
};

const concernsWebhook = (event: RecordedEvent): boolean =>
  isOf(event, 'WebhookConfigured', 'WebhookSecretRotated', 'WebhookPinged', 'DeliveryResent');

/** The webhook of a key. Its events are on the key's stream. */
export const webhookEntity = ({ store }: EntityDependencies) =>
  defineEntity({
    path: '/webhooks/:key_id',
    name: "A key's webhook",
    historySummary: "All events of a key's webhook",
    notFoundCode: 'webhook_not_configured',
    params: z.object({ key_id: queryUuid() }),
    state: schema,
    read: async function* ({ key_id }, _brandId, signal) {
      const pages = streamPages(store, `${accessKeyDecider.category}-${key_id}`, signal);
      for await (const page of pages) yield page.filter(concernsWebhook);
    },
    folding: { initial: null, evolve },
    view: (webhook) => webhook,
  });
