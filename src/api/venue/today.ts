import { z } from 'zod';
import type { EventStore } from '../../event-store/event-store.ts';
import { salesByHour } from '../../projections/board/today.ts';
import { daysOf, todaySchema, viewToday } from '../board/today-view.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { ownShifts } from '../own-shifts.ts';
import { requirePoint } from '../points.ts';
import type { BoardDependencies } from './board.ts';

export interface TodayDependencies extends BoardDependencies {
  readonly store: Pick<EventStore, 'readAt'>;
}

/** The sales of a point today, beside the same weekday a week before. */
export const todayRoute = (deps: TodayDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getToday',
    path: '/points/:point_id/today',
    audience: 'venue',
    tags: ['Floor'],
    summary: 'Sales of a point today, by hour, beside the same weekday a week before',
    description: 'The business day of the point. A cashier sees the cheques of the own till shifts.',
    params: z.object({ point_id: queryUuid() }),
    readAfter: 'cheques',
    responses: { 200: todaySchema },
    errors: [404],
    handler: async (request) => {
      const { brandId: brand_id, caller } = request;
      const point = await requirePoint(deps.pool, request, request.params.point_id);
      const own = await ownShifts(deps.pool, caller, brand_id, 'getToday');
      const as_of = new Date(deps.clock()).toISOString();
      const days = daysOf(point, as_of);
      const { point_id } = point;
      const sales = await salesByHour(deps, { brand_id, point_id, ...days, shift_ids: own ? [...own] : null }, null);
      return { body: viewToday(point, as_of, days.business_dates, sales) };
    },
  });
