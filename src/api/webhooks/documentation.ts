import { z } from 'zod';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import type { Webhook } from '../http/route.ts';

/** A kind in the form of the API's documentation. */
export const documentWebhook = ({ event, summary, data, example }: WebhookKind): Webhook => ({
  event,
  summary,
  body: z.object({
    event_id: z.uuid().meta({ description: 'The same in every repeat' }),
    event: z.literal(event),
    occurred_at: z
      .string()
      .meta({ format: 'date-time', description: 'ISO 8601 with an offset: that of the venue (UTC in a ping)' }),
    test: z.literal(true).optional().meta({ description: 'Only in a test that you asked for: `data` is an example' }),
    data,
  }),
  ...(example !== undefined && {
    example: { event_id: '0191b2c4-6f0e-7a52-9d1c-2f64e8a0b731', event, occurred_at: OCCURRED_AT, data: example },
  }),
});

const OCCURRED_AT = '2026-03-02T14:01:00+05:00';
