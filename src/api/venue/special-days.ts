import type pg from 'pg';
import { z } from 'zod';
import { timezonesOf } from '../../projections/points/queries.ts';
import { listSpecialDays } from '../../projections/points/special-days.ts';
import { queryDate, queryLimit, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { todayIn } from '../reservations/period.ts';

export interface SpecialDayDependencies {
  readonly pool: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const MAX_LISTED = 10_000;

const specialDay = z.object({
  point_id: z.uuid(),
  date: z.iso.date(),
  is_open: z.boolean().meta({ description: 'False: a closed day. True: a day with special hours' }),
  open: z.string().nullable().meta({ description: 'Null on a closed day' }),
  close: z.string().nullable().meta({ description: 'Null on a closed day; earlier than `open`: after midnight' }),
  reason: z.string().nullable(),
});

/** Closed days and special hours, in the words of the commands that define them. */
export const specialDayRoute = ({ pool, clock }: SpecialDayDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listSpecialDays',
    path: '/special-days',
    audience: 'venue',
    tags: ['Points, halls and tables'],
    summary: 'Closed days and special hours, by date',
    description: 'From today on unless told.',
    query: z.object({
      point_id: queryUuid().optional(),
      date_from: queryDate().optional(),
      date_to: queryDate().optional(),
      limit: queryLimit(MAX_LISTED, MAX_LISTED),
    }),
    responses: {
      200: z.object({ count: z.int(), has_more: z.boolean(), special_days: z.array(specialDay) }),
    },
    readAfter: 'venue',
    errors: [404],
    handler: async (request) => {
      const { caller, brandId, query } = request;
      const { point_id, limit } = query;
      const point = point_id === undefined ? undefined : await requirePoint(pool, request, point_id);
      const zones = point ? [point.timezone] : await timezonesOf(pool, brandId, caller.point_ids);
      const from = query.date_from ?? todayIn(zones, clock()).first;
      const points = point_id === undefined ? caller.point_ids : [point_id];
      const days = await listSpecialDays(pool, brandId, points, { from, to: query.date_to ?? null }, limit + 1);
      const special_days = days.slice(0, limit);
      return { body: { count: special_days.length, has_more: days.length > limit, special_days } };
    },
  });
