import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { aboutOf } from '../../domain/point-changes.ts';
import { invalid } from '../../domain/refusal.ts';
import {
  afterInstant,
  countActivity,
  type Direction,
  type Happened,
  stepFrom,
} from '../../projections/activity/queries.ts';
import { momentAtInstant } from '../../projections/reports/moment.ts';
import { queryInstant, queryInteger, queryMoment, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { parseAt } from './at.ts';
import { bucketsOf, bucketsSchema } from './buckets.ts';
import { createThen, type ThenDependencies } from './points-then.ts';

const MAX_DAYS = 92;
const DAY_MS = 86_400_000;
const params = z.object({ point_id: queryUuid() });

/**
 * When something happened at a point, for whoever walks through its time. Of the events only what they are about is shown, so the
 * store need not be watched.
 */
export const activityRoutes = (deps: ThenDependencies): Route[] => {
  const { pool, store } = deps;
  const thenOf = createThen(deps);
  const ofPoint = {
    method: 'get',
    audience: 'auditor',
    tags: ['Audit'],
    params,
    readAfter: 'activity',
    errors: [404],
  } as const;

  /** Where a step begins. */
  const placeOf = async (
    request: Parameters<typeof thenOf>[0],
    from: string,
    direction: Direction,
  ): Promise<Happened> => {
    const then = thenOf(request, parseAt(from, 'from'));
    const { bound } = then.moment;
    if (bound && 'instant' in bound) {
      return direction === 'next' ? afterInstant(bound.instant) : { happened_ms: bound.instant, position: 0 };
    }
    const position = bound?.position ?? 0;
    if (position > 0 && store.isPlace && !(await store.isPlace(position))) {
      throw invalid('field_invalid', { field: 'from' });
    }
    const [event] = position > 0 && position <= (await store.head()) ? await store.readAt([position]) : [];
    const time = event?.metadata.occurred_at ?? (await then.instant());
    return { happened_ms: Date.parse(time), position };
  };

  return [
    defineRoute({
      ...ofPoint,
      operationId: 'getActivity',
      path: '/points/:point_id/activity',
      summary: 'How much happened at a point, in equal parts of a time',
      description: `Events that changed what people see of the point, by when they happened. At most ${MAX_DAYS} days.`,
      query: z.object({
        from: queryInstant(),
        to: queryInstant(),
        buckets: queryInteger({ min: 1, max: 1_000 })
          .default(96)
          .meta({ default: 96, description: 'How many parts; 96 unless told' }),
      }),
      responses: {
        200: z.object({
          buckets: bucketsSchema,
        }),
      },
      handler: async (request) => {
        const { point_id } = request.params;
        const { buckets: parts } = request.query;
        const [from, to] = [Date.parse(request.query.from), Date.parse(request.query.to)];
        if (to <= from) throw invalid('period_reversed', { field: 'to' });
        if (to - from > MAX_DAYS * DAY_MS) throw invalid('period_too_long', { field: 'to', days: MAX_DAYS });
        await requirePoint(pool, request, point_id);
        const counts = await countActivity(pool, point_id, { from, to, parts });
        return { body: { buckets: bucketsOf(counts, from, to) } };
      },
    }),
    defineRoute({
      ...ofPoint,
      operationId: 'stepActivity',
      path: '/points/:point_id/activity/step',
      summary: 'The event at a point that came next, or before',
      description:
        'In the order in which things happened, from an instant or from the event at a log position; null: there is none.',
      query: z.object({
        from: queryMoment(),
        direction: z.enum(['next', 'previous']).meta({ description: 'Which way to go' }),
      }),
      responses: {
        200: z.object({
          event: z
            .object({
              position: z.int(),
              occurred_at: isoTimestamp(),
              type: z.string(),
              entity: z.string().meta({ description: 'What it is about: `order`, `table`, `shift`…' }),
              entity_id: z.string().nullable().meta({ description: 'Null: several' }),
            })
            .nullable(),
        }),
      },
      handler: async (request) => {
        const { point_id } = request.params;
        const { from, direction } = request.query;
        await requirePoint(pool, request, point_id);
        const found = await stepFrom(pool, point_id, await placeOf(request, from, direction), direction);
        const [event] = found ? await store.readAt([found.position]) : [];
        const about = event && aboutOf(event);
        if (!event || !about) return { body: { event: null } };
        const { position, type, metadata } = event;
        return { body: { event: { position, occurred_at: metadata.occurred_at, type, ...about } } };
      },
    }),
    defineRoute({
      ...ofPoint,
      operationId: 'getKnownPosition',
      path: '/points/:point_id/activity/known',
      summary: 'The log position up to which everything had been recorded by an instant',
      description:
        'What was known then: ask for the point `at` this position. Tills send some events late, so at the instant itself the ' +
        'point may look otherwise.',
      query: z.object({ at: queryInstant().meta({ description: 'ISO 8601 with an offset or Z' }) }),
      responses: { 200: z.object({ position: z.int() }) },
      handler: async (request) => {
        await requirePoint(pool, request, request.params.point_id);
        const { position } = await momentAtInstant(pool, store, request.query.at);
        return { body: { position } };
      },
    }),
  ];
};
