import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { forbidden } from '../../domain/refusal.ts';
import { queryAfter, queryId, queryLimit, queryList, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { behindOf, MAX_COUNTED } from '../webhooks/told.ts';

const DELIVERY_STATUSES = ['pending', 'delivered', 'undelivered'] as const;

const query = z.object({
  status: queryList(DELIVERY_STATUSES).optional(),
  key_id: queryUuid().optional(),
  /** Calls that tell of this order or cheque. */
  order_id: queryId().optional(),
  after_id: queryAfter(),
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

const behindSchema = z.object({
  key_id: z.uuid().meta({ description: 'The key of the partner' }),
  waiting: z.int().meta({ description: `Calls that are due; ${MAX_COUNTED} are that many, or more` }),
  since: isoTimestamp().meta({ description: 'When the first of them was put in the queue' }),
});

interface DeliveryRow extends Omit<z.infer<typeof deliverySchema>, 'created_at' | 'next_attempt_at'> {
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
}

const LIST = `
  select id, kind, key_id, lane as order_id, event, event_id, url, status, reason, message, created_at, attempts, next_attempt_at
  from app.deliveries
  where brand_id = $1 and ($2::text[] is null or status = any($2)) and ($3::uuid is null or key_id = $3) and id > $4
    and ($6::bigint is null or lane = $6)
  order by id limit $5`;

/** Calls to partners and loyalty services, without their bodies: these may name guests. */
export const deliveryRoutes = (pool: pg.Pool, clock: () => number): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'listDeliveries',
    path: '/deliveries',
    audience: 'venue',
    tags: ['Integrations'],
    summary: 'Calls of webhooks and to the loyalty service by ascending id, each with its attempts',
    query,
    responses: {
      200: z.object({
        deliveries: z.array(deliverySchema),
        has_more: z.boolean(),
        next_after_id: z.int().nullable(),
        behind: z.array(behindSchema).meta({ description: 'Receivers whose calls are due and were not made yet' }),
      }),
    },
    handler: async ({ query: { status, key_id, order_id, after_id, limit }, caller, brandId }) => {
      // A webhook belongs to the whole brand, and so do its commands.
      if (caller.point_ids !== null) throw forbidden('points_forbidden');
      const values = [brandId, status ?? null, key_id ?? null, after_id, limit + 1, order_id ?? null];
      const { rows } = await pool.query<DeliveryRow>(LIST, values);
      const deliveries = rows.slice(0, limit).map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
      }));
      const has_more = rows.length > limit;
      const now = new Date(clock()).toISOString();
      const behind = await behindOf(pool, { brand_id: brandId, key_id: key_id ?? null, now });
      return { body: { deliveries, has_more, next_after_id: has_more ? deliveries.at(-1)!.id : null, behind } };
    },
  }),
];
