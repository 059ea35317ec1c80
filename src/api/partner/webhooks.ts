import type pg from 'pg';
import { z } from 'zod';
import type { Partners } from '../../commands/all-operations.ts';
import { sendTestWebhook } from '../../commands/webhooks/send-test-webhook.ts';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import { notFound } from '../../domain/refusal.ts';
import { queryLimit, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { eventsTold, idOfTold } from '../webhooks/told.ts';
import { partnerOf, routeOf } from './partner.ts';

const DAYS = 30;
const MAX_EVENTS = 500;
/** Of the requests of the key's minute: somebody who tries things out needs no more. */
const COST_OF_A_TEST = 20;

const query = z.object({
  after: queryUuid().optional().meta({ description: 'The `event_id` of the last event that you have' }),
  limit: queryLimit(MAX_EVENTS, 100),
});

const eventSchema = z.object({
  event_id: z.uuid().meta({ description: 'As in the call' }),
  event: z.string().meta({ description: 'The name of the webhook' }),
  occurred_at: z.string().meta({ format: 'date-time', description: 'ISO 8601 with an offset' }),
  data: z.record(z.string(), z.unknown()).meta({ description: 'As in the call' }),
});

const ofSection = { tags: ['Webhooks'] } as const;

export interface WebhookRouteDependencies {
  readonly pool: pg.Pool;
  readonly webhooks: Partners['webhooks'];
  readonly kinds: readonly WebhookKind[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** See docs/webhooks.md. */
export const webhookRoutes = ({ pool, webhooks, kinds, clock }: WebhookRouteDependencies): Route[] => [
  defineRoute({
    ...ofSection,
    method: 'get',
    operationId: 'listWebhookEvents',
    path: '/webhooks/events',
    audience: 'partner',
    summary: 'What the key was to be told in the last 30 days, delivered or not, in order',
    description:
      'For a receiver that was away: ask with the `event_id` of the last call that it took in, and go on with `next_after` while `has_more` is true. Pings and tests are not in it, nor what was deleted because it named somebody who was erased.',
    query,
    responses: {
      200: z.object({
        events: z.array(eventSchema),
        has_more: z.boolean().meta({ description: 'There are more after these' }),
        next_after: z.uuid().nullable().meta({ description: 'What to ask with next; null: there was nothing yet' }),
      }),
    },
    errors: [404],
    handler: async ({ query: { after, limit }, caller, brandId: brand_id }) => {
      const { key_id, permissions } = caller;
      const after_id = after === undefined ? 0 : await idOfTold(pool, key_id, after);
      if (after_id === undefined) throw notFound('delivery_not_found');
      const names = kinds
        .filter(({ permission }) => permission === undefined || permissions.includes(permission))
        .map(({ event }) => event);
      const since = new Date(clock() - DAYS * 86_400_000).toISOString();
      const found = await eventsTold(pool, { brand_id, key_id, after_id, since, names, limit: limit + 1 });
      const events = found.slice(0, limit).map(({ body }) => eventSchema.parse(JSON.parse(body)));
      return {
        body: { events, has_more: found.length > limit, next_after: events.at(-1)?.event_id ?? after ?? null },
      };
    },
  }),
  defineRoute({
    ...ofSection,
    method: 'post',
    operationId: 'sendTestWebhook',
    path: '/webhooks/test',
    ...routeOf(sendTestWebhook),
    description:
      'The call is signed and repeated like any other; its body has `test: true` and an example as `data`. It counts as 20 requests of the key.',
    cost: () => COST_OF_A_TEST,
    responses: {
      200: z.object({ event_id: z.uuid().meta({ description: 'Of the call that is on its way' }) }),
    },
    errors: [409],
    handler: async (request) => {
      const { result } = await webhooks.sendTest(partnerOf(request), request.body, request.requestId);
      return { body: result };
    },
  }),
];
