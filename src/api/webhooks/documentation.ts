import { z } from 'zod';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import type { Webhook } from '../http/route.ts';

/** A kind in the form of the API's documentation. */
export const documentWebhook = ({ event, summary, data }: WebhookKind): Webhook => ({
  event,
  summary,
  description:
    'A POST to the address the venue configured for the key, with the headers `X-Service-Event` (as `event`), ' +
    '`X-Service-Event-Id` (as `event_id`), `X-Service-Signature` (`sha256=` and the hex HMAC-SHA256 of the raw body with ' +
    'the secret) and those of Standard Webhooks. Any 2xx within five seconds is a delivery; anything else is tried again, up to five times. Events may ' +
    'come more than once and in any order. All of it: docs/webhooks.md.',
  body: z.object({
    event_id: z.uuid().meta({ description: 'The same in every repeat' }),
    event: z.literal(event),
    occurred_at: z
      .string()
      .meta({ format: 'date-time', description: 'ISO 8601 with an offset: that of the venue (UTC in a ping)' }),
    test: z.literal(true).optional().meta({ description: 'Only in a test that you asked for: `data` is an example' }),
    data,
  }),
});
