import type pg from 'pg';
import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import { RESERVATION_STATUSES } from '../../domain/reservations/status.ts';
import { findPoint, timezonesOf } from '../../projections/points/queries.ts';
import { changesAfter, type FeedCursor } from '../../projections/reservations/change-feed.ts';
import { listReservations, occupancyOf, type ReservationScope } from '../../projections/reservations/queries.ts';
import { queryDate, queryFeedId, queryInteger, queryList, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { reservationPeriod, todayIn } from '../reservations/period.ts';
import { reservationSchema, viewReservation } from '../reservations/reservation-view.ts';
import { changedSince, queryChangedSince } from './changed-since.ts';

export interface ReservationListDependencies {
  readonly pool: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Both ends included. */
const MAX_DAYS = 31;
/** A list has no pages, so this is the most that a month at every point of a brand may have. */
const MAX_LISTED = 10_000;
const FEED_LIMIT = 100;
const MAX_FEED_LIMIT = 1_000;

const query = z
  .object({
    point_id: queryUuid().optional(),
    date_from: queryDate().optional(),
    date_to: queryDate().optional(),
    status: queryList(RESERVATION_STATUSES).optional(),
    include: z.literal('occupancy').optional(),
    changed_since: queryChangedSince().optional(),
    after_id: queryFeedId(queryUuid()),
    limit: queryInteger({ min: 1, max: MAX_FEED_LIMIT })
      .optional()
      .meta({ description: `${FEED_LIMIT} unless told with \`changed_since\`; else ${MAX_LISTED}` }),
  })
  // An id alone has no place in the order of changes.
  .refine(({ changed_since, after_id }) => changed_since !== undefined || after_id === undefined, {
    path: ['changed_since'],
  });
type ListQuery = z.output<typeof query>;

/** What says which days are listed, and what of them. The feed has every change: one left out would look like none. */
const OF_DAYS = ['date_from', 'date_to', 'status', 'include'] as const;

const occupied = z.object({
  point_id: z.uuid(),
  table_id: z.int().nullable(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  guests: z.int(),
  is_seated: z.boolean(),
});

const list = z.object({
  count: z.int(),
  has_more: z.boolean(),
  reservations: z.array(reservationSchema),
  occupancy: z.array(occupied).optional(),
  next: z.object({ changed_since: z.string(), after_id: z.uuid().nullable() }).optional(),
});

/** The partner's own reservations by date, and their changes in order (docs/domain.md#reservations). */
export const reservationListRoute = (deps: ReservationListDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listReservations',
    path: '/reservations',
    audience: 'partner',
    permission: 'table_booking',
    tags: ['Table reservations'],
    summary: 'Reservations of the partner’s own, by date or by change',
    description:
      'By date: at most 31 days, today unless told; `include=occupancy` adds others’ reservations of these dates (no guests who walked in, nothing that began the day before: availability counts those too). With `changed_since` (an ISO 8601 instant, or local time of the venue; where points of several zones are meant, of the eastmost): those changed after it, in order, whatever their date and status; `next` is what to ask with the next time, also when nothing is left. limit: 100, at most 1000.',
    query,
    readAfter: 'reservations',
    responses: { 200: list },
    errors: [404],
    handler: async (request) => {
      const { caller, brandId, query: asked, shownTo } = request;
      const { point_id } = asked;
      const isFeed = asked.changed_since !== undefined;
      const field = OF_DAYS.find((name) => asked[name] !== undefined);
      if (isFeed && field) throw invalid('parameter_not_with', { field, other: 'changed_since' });
      if (point_id !== undefined) await requirePoint(deps.pool, request, point_id);
      const point_ids = point_id === undefined ? caller.point_ids : [point_id];
      const scope = { brand_id: brandId, point_ids, key_id: caller.key_id };
      return { body: await (isFeed ? feed(deps, scope, asked, shownTo) : byDate(deps, scope, asked)) };
    },
  });

const byDate = async (
  { pool, clock }: ReservationListDependencies,
  scope: ReservationScope,
  asked: ListQuery,
): Promise<z.input<typeof list>> => {
  const today = todayIn(await zonesOf(pool, scope, asked.point_id), clock());
  const { from, to } = reservationPeriod(asked, today, MAX_DAYS);
  const limit = asked.limit ?? MAX_LISTED;
  const found = await listReservations(pool, { ...scope, from, to, statuses: asked.status ?? null, limit });
  const page = found.slice(0, limit);
  return {
    count: page.length,
    has_more: found.length > limit,
    reservations: page.map(viewReservation),
    ...(asked.include === 'occupancy' && { occupancy: await occupancyOf(pool, scope, from, to) }),
  };
};

/** The zone of the point, or those of all the key's points if none is named. */
const zonesOf = async (
  pool: pg.Pool,
  { brand_id, point_ids }: Pick<ReservationScope, 'brand_id' | 'point_ids'>,
  pointId: string | undefined,
): Promise<readonly string[]> => {
  const point = pointId === undefined ? undefined : await findPoint(pool, brand_id, pointId);
  return point ? [point.timezone] : timezonesOf(pool, brand_id, point_ids);
};

const feed = async (
  { pool }: ReservationListDependencies,
  scope: ReservationScope,
  asked: ListQuery,
  shownTo: number | null,
): Promise<z.input<typeof list>> => {
  const limit = asked.limit ?? FEED_LIMIT;
  const { brand_id, point_ids } = scope;
  const zones = () => timezonesOf(pool, brand_id, point_ids);
  const changed_since = await changedSince(asked.changed_since ?? '', zones);
  const cursor: FeedCursor = { changed_since, after_id: asked.after_id ?? null };
  const found = await changesAfter(pool, scope, cursor, limit, shownTo);
  const page = found.slice(0, limit);
  return {
    count: page.length,
    has_more: found.length > limit,
    reservations: page.map(({ reservation }) => viewReservation(reservation)),
    next: page.at(-1)?.cursor ?? cursor,
  };
};
