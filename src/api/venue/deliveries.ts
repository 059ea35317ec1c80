import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { forbidden, notFound } from '../../domain/refusal.ts';
import { queryAfter, queryBefore, queryBoolean, queryId, queryLimit, queryList, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { DELIVERY_COLUMNS, DELIVERY_KINDS, DELIVERY_STATUSES, findDeliveries } from '../webhooks/find-deliveries.ts';
import { behindOf, MAX_COUNTED } from '../webhooks/told.ts';

const query = z.object({
  status: queryList(DELIVERY_STATUSES).optional(),
  key_id: queryUuid().optional(),
  /** Calls that tell of this order or cheque. */
  order_id: queryId().optional(),
  kind: queryList(DELIVERY_KINDS).optional(),
  after_id: queryAfter(),
  before_id: queryBefore(),
  newest_first: queryBoolean()
    .optional()
    .meta({ description: 'By descending id; the next page begins with `before_id`, the last id of this one' }),
  limit: queryLimit(1_000, 100),
});

const deliverySchema = z.object({
  id: z.int(),
  kind: z.string(),
  /** The partner's key. Null: a call to the loyalty service. */
  key_id: z.uuid().nullable(),
  /** The order or cheque that it tells of. */
  order_id: z.int().nullable(),
  event: z.string(),
  event_id: z.uuid(),
  url: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** Why it is undelivered. */
  reason: z.string().nullable(),
  /** What the loyalty service said when it refused. */
  message: z.string().nullable(),
  created_at: isoTimestamp(),
  attempts: z.array(
    z.object({
      at: isoTimestamp(),
      status_code: z.int().nullable(),
      failure: z.string().nullable(),
      duration_ms: z.int(),
    }),
  ),
  next_attempt_at: isoTimestamp().nullable(),
});

const deliveryWithBody = deliverySchema.extend({
  body: z.string().nullable().meta({
    description: 'What was sent, byte for byte. It may name guests. Null: it was deleted, as it is after some days',
  }),
});

const behindSchema = z.object({
  key_id: z.uuid().meta({ description: 'The key of the partner' }),
  waiting: z.int().meta({ description: `Calls that are due; ${MAX_COUNTED} are that many, or more` }),
  since: isoTimestamp().meta({ description: 'When the first of them was put in the queue' }),
});

interface DeliveryRow extends Omit<z.infer<typeof deliverySchema>, 'created_at' | 'next_attempt_at'> {
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
}

const ONE = `select ${DELIVERY_COLUMNS}, body from app.deliveries where brand_id = $1 and id = $2`;

const shown = <Row extends DeliveryRow>({ created_at, next_attempt_at, ...row }: Row) => ({
  ...row,
  created_at: created_at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
});

/** Calls to partners and loyalty services. Bodies may name guests: a list is without them. */
export const deliveryRoutes = (pool: pg.Pool, clock: () => number): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'listDeliveries',
    path: '/deliveries',
    audience: 'venue',
    tags: ['Integrations'],
    summary: 'Calls of webhooks and to the loyalty service, each with its attempts',
    query,
    responses: {
      200: z.object({
        deliveries: z.array(deliverySchema),
        has_more: z.boolean(),
        next_after_id: z.int().nullable(),
        behind: z.array(behindSchema).meta({ description: 'Receivers whose calls are due and were not made yet' }),
      }),
    },
    handler: async ({ query, caller, brandId }) => {
      const { status, key_id, order_id, kind, after_id, before_id, newest_first, limit } = query;
      // A webhook belongs to the whole brand, and so do its commands.
      if (caller.point_ids !== null) throw forbidden('points_forbidden');
      const rows = await findDeliveries<DeliveryRow>(pool, {
        brand_id: brandId,
        statuses: status,
        kinds: kind,
        key_id,
        order_id,
        after_id,
        before_id,
        newest_first: newest_first ?? false,
        limit: limit + 1,
      });
      const deliveries = rows.slice(0, limit).map(shown);
      const has_more = rows.length > limit;
      const now = new Date(clock()).toISOString();
      const behind = await behindOf(pool, { brand_id: brandId, key_id: key_id ?? null, now });
      return { body: { deliveries, has_more, next_after_id: has_more ? deliveries.at(-1)!.id : null, behind } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getDelivery',
    path: '/deliveries/:delivery_id',
    audience: 'venue',
    tags: ['Integrations'],
    summary: 'A call of a webhook or to the loyalty service, with what was sent',
    params: z.object({ delivery_id: queryId() }),
    responses: { 200: deliveryWithBody },
    errors: [404],
    handler: async ({ params: { delivery_id }, caller, brandId }) => {
      if (caller.point_ids !== null) throw forbidden('points_forbidden');
      const { rows } = await pool.query<DeliveryRow & { readonly body: string | null }>(ONE, [brandId, delivery_id]);
      const [row] = rows;
      if (!row) throw notFound('delivery_not_found');
      return { body: shown(row) };
    },
  }),
];
