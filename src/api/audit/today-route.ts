import { z } from 'zod';
import { salesByHour } from '../../projections/board/today.ts';
import { daysOf, todaySchema, viewToday } from '../board/today-view.ts';
import { queryMoment, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { parseAt } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import { createThen, pointThen, type ThenDependencies } from './points-then.ts';

/** The sales of a point on the business day of any moment, as GET /venue/v1/points/{point_id}/today showed them then. */
export const auditTodayRoute = (deps: ThenDependencies, lineOf: AuditLine): Route => {
  const thenOf = createThen(deps);
  return defineRoute({
    method: 'get',
    operationId: 'getTodayThen',
    path: '/points/:point_id/today',
    audience: 'auditor',
    tags: ['Audit'],
    summary:
      'Sales of a point on the day of an instant or a log position, by hour, beside the same weekday a week before',
    description:
      'The shape of GET /venue/v1/points/{point_id}/today. With an instant: what had happened by then, also if a till sent it ' +
      'later; with a position: what was known there.',
    params: z.object({ point_id: queryUuid() }),
    query: z.object({ at: queryMoment().optional() }),
    readAfter: 'cheques',
    responses: { 200: todaySchema },
    errors: [404],
    handler: async (request) => {
      const { brandId: brand_id } = request;
      const { point_id } = request.params;
      const then = thenOf(request, parseAt(request.query.at));
      const audit = async () => {
        const [point, as_of] = await Promise.all([pointThen(then, point_id), then.instant()]);
        const days = daysOf(point, as_of);
        const sales = await salesByHour(deps, { brand_id, point_id, ...days, shift_ids: null }, then.moment.bound);
        return viewToday(point, as_of, days.business_dates, sales);
      };
      return { body: await lineOf(request).run(audit, request.signal) };
    },
  });
};
