import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { uuid } from '../fields/fields.ts';
import { requireKey } from '../keys/own-key.ts';
import { deliveryResult, type WebhookService } from './webhook-service.ts';

export const pingWebhook = defineCommand({
  type: 'PingWebhook',
  audiences: ['venue'],
  summary: 'Sends a ping to a webhook, whatever events it is for. GET /deliveries shows what came of it.',
  input: z.object({ key_id: uuid() }),
  result: deliveryResult,
  run: async ({ key_id }, context, webhooks: WebhookService) => {
    await requireKey(context, key_id);
    const delivery_id = await context.newId('delivery');
    const event_id = context.newUuid('ping');
    const command = { type: 'PingWebhook', delivery_id, event_id, at: context.occurred_at } as const;
    const handled = await context.handle(accessKeyDecider, key_id, command);
    const ping = handled.events.find((event) => event.type === 'WebhookPinged')?.data;
    if (ping) await webhooks.enqueuePing(ping);
    const id = ping?.delivery_id ?? delivery_id;
    return outcome(handled, () => ({ id, delivery_id: id }));
  },
});
