import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import type { EventCount } from '../../projections/event-index/count.ts';
import { queryInstant, queryInteger } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { AuditLine } from './audit-lines.ts';
import { bucketsOf, bucketsSchema } from './buckets.ts';
import { eventFilters, toFilter } from './events.ts';

const MAX_PARTS = 200;
const PARTS = 60;

/** How many events a search finds, by when they were recorded. */
export const auditEventCountsRoute = (count: EventCount, lineOf: AuditLine): Route =>
  defineRoute({
    method: 'get',
    operationId: 'countAuditEvents',
    path: '/events/counts',
    audience: 'auditor',
    tags: ['Audit'],
    summary: 'How many events were recorded, in equal parts of a time',
    description:
      'Takes what the list of events takes, and counts what it would find. The time is cut into parts of the same length.',
    query: z.object({
      ...eventFilters,
      from: queryInstant(),
      to: queryInstant(),
      buckets: queryInteger({ min: 1, max: MAX_PARTS })
        .default(PARTS)
        .meta({ default: PARTS, description: `How many parts; ${PARTS} unless told` }),
    }),
    responses: {
      200: z.object({ buckets: bucketsSchema, total: z.int().meta({ description: 'Events in all parts' }) }),
    },
    handler: (request) => {
      const { buckets: parts, from: begin, to: end, ...filters } = request.query;
      const [from, to] = [Date.parse(begin), Date.parse(end)];
      if (to <= from) throw invalid('period_reversed', { field: 'to' });
      const filter = toFilter(filters, request.brandId);
      const answer = async () => {
        const counts = await count(filter, { from, to, parts }, request.signal);
        return { body: { buckets: bucketsOf(counts, from, to), total: counts.reduce((sum, each) => sum + each, 0) } };
      };
      return lineOf(request).run(answer, request.signal);
    },
  });
