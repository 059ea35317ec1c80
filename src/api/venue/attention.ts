import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { isLate } from '../../domain/orders/promised.ts';
import { boardShifts } from '../../projections/board/shifts.ts';
import { MAX_BOARD_ORDERS } from '../board/board-view.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { type BoardDependencies, openOrders } from './board.ts';

const MOST_CALLS = 1_000;

const UNDELIVERED = `
  select count(*)::integer as count from (
    select from app.deliveries where brand_id = $1 and status = 'undelivered' limit ${MOST_CALLS}
  ) undelivered`;

const PARKED = 'select projection from app.checkpoints where failure is not null order by projection';

/** What somebody has to look after: badges of a page. */
export const attentionRoute = ({ pool, clock }: BoardDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getAttention',
    path: '/points/:point_id/attention',
    audience: 'venue',
    tags: ['Floor'],
    summary: 'What needs attention at a point and in its brand',
    params: z.object({ point_id: queryUuid() }),
    readAfter: 'board',
    responses: {
      200: z.object({
        as_of: isoTimestamp(),
        undelivered_calls: z
          .int()
          .nullable()
          .meta({
            description: `Calls of webhooks and to the loyalty service that were given up, of the whole brand; ${MOST_CALLS} are that many, or more. Null for those who see some points alone`,
          }),
        parked_read_models: z.array(z.string()).meta({
          description: 'Read models that stand still at an event that they can not take: their lists are old',
        }),
        unaccepted_shifts: z
          .int()
          .meta({ description: 'Closed till shifts whose money is not handed over; at most 100' }),
        waiting_orders: z.int().meta({
          description: `Open orders, of the first ${MAX_BOARD_ORDERS}, that are not delivered after the time that was promised`,
        }),
      }),
    },
    errors: [404],
    handler: async (request) => {
      const { brandId, caller } = request;
      const { point_id } = request.params;
      await requirePoint(pool, request, point_id);
      const now = clock();
      // Webhooks belong to the whole brand.
      const calls = caller.point_ids === null ? countUndelivered(pool, brandId) : null;
      const [undelivered_calls, parked_read_models, shifts, { orders }] = await Promise.all([
        calls,
        parkedReadModels(pool),
        boardShifts(pool, brandId, point_id, null),
        openOrders(pool, brandId, point_id),
      ]);
      return {
        body: {
          as_of: new Date(now).toISOString(),
          undelivered_calls,
          parked_read_models,
          unaccepted_shifts: shifts.filter(({ closed_at }) => closed_at !== null).length,
          waiting_orders: orders.filter((order) => isLate(order, now)).length,
        },
      };
    },
  });

const countUndelivered = async (pool: pg.Pool, brandId: string): Promise<number> =>
  (await pool.query<{ count: number }>(UNDELIVERED, [brandId])).rows[0]!.count;

const parkedReadModels = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query<{ projection: string }>(PARKED)).rows.map(({ projection }) => projection);
