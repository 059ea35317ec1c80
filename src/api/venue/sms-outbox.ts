import { z } from 'zod';
import type { SmsOutbox } from '../../sms/outbox.ts';
import { defineRoute, type Route } from '../http/route.ts';

/** Texts that the demo did not send. The route exists only with an outbox. */
export const smsOutboxRoute = (outbox: SmsOutbox): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listSmsMessages',
    path: '/sms-outbox',
    audience: 'venue',
    tags: ['Demo'],
    summary: 'SMS texts of the demo, the newest first',
    responses: {
      200: z.object({
        messages: z.array(z.object({ phone: z.string(), text: z.string(), sent_at: z.iso.datetime() })),
      }),
    },
    handler: ({ brandId }) => ({ body: { messages: outbox.list(brandId) } }),
  });
