import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { conflict, notAllowed } from '../../domain/refusal.ts';
import { defineOperation } from '../bus/operation.ts';
import { text } from '../fields/fields.ts';
import { requirePermissions } from './configure-webhook.ts';
import type { WebhookService } from './webhook-service.ts';

/** Nothing has happened, so the log has no event of it. */
export const sendTestWebhook = defineOperation({
  audiences: ['partner'],
  summary: "Send an example of an event to the key's own address",
  input: z.object({
    event: text(100).meta({ description: 'A webhook that the key may hear, as this document names it' }),
  }),
  run: async ({ event }, { caller, load, occurred_at }, webhooks: WebhookService) => {
    const kind = webhooks.kinds.find((each) => each.event === event);
    const allowed = webhooks.kinds.map((each) => each.event);
    if (kind === undefined) throw notAllowed('event', allowed);
    const key = await load(accessKeyDecider, caller.key_id);
    if (!key?.webhook) throw conflict('webhook_not_configured');
    requirePermissions([event], webhooks.kinds, key, () => 'event');
    const { key_id, brand_id, webhook } = key;
    const event_id = await webhooks.enqueueTest({ key_id, brand_id, url: webhook.url, kind, at: occurred_at });
    return { position: null, result: { event_id } };
  },
});
