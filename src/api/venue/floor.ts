import type pg from 'pg';
import { z } from 'zod';
import { localTimestamp } from '../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { RESERVATION_STATUSES } from '../../domain/reservations/status.ts';
import { timezonesOf } from '../../projections/points/queries.ts';
import { listReservations } from '../../projections/reservations/queries.ts';
import { tablesOf } from '../../projections/reservations/venue-tables.ts';
import { queryDate, queryLimit, queryList, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { reservationPeriod, todayIn } from '../reservations/period.ts';
import { venueReservationSchema, viewVenueReservation } from '../reservations/reservation-view.ts';

export interface FloorDependencies {
  readonly pool: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const MAX_DAYS = 92;
const MAX_LISTED = 10_000;

/** A table of a point, who sits there and who is awaited next. */
export const tableSchema = z.object({
  id: z.int(),
  name: z.string(),
  capacity: z.int().nullable(),
  hall_id: z.int(),
  hall_name: z.string(),
  /** The guests who sit there; null: the table is free. */
  seated: z
    .object({
      reservation_id: z.uuid().nullable(),
      guests: z.int(),
      seated_at: localTimestamp(),
    })
    .nullable(),
  /** The next guest who is expected there. */
  next_reservation: z
    .object({
      reservation_id: z.uuid(),
      date: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      guests: z.int(),
    })
    .nullable(),
});

const query = z.object({
  point_id: queryUuid().optional(),
  date_from: queryDate().optional(),
  date_to: queryDate().optional(),
  status: queryList(RESERVATION_STATUSES).optional(),
  limit: queryLimit(MAX_LISTED, MAX_LISTED),
});

/** The venue's book and its tables (venue-api, Reading). */
export const floorRoutes = ({ pool, clock }: FloorDependencies): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'listVenueReservations',
    path: '/reservations',
    audience: 'venue',
    tags: ['Floor'],
    summary: 'Reservations of all sources by date',
    description: 'Today unless told; at most 92 days.',
    query,
    readAfter: 'reservations',
    responses: {
      200: z.object({ count: z.int(), has_more: z.boolean(), reservations: z.array(venueReservationSchema) }),
    },
    errors: [404],
    handler: async (request) => {
      const { caller, brandId, query: asked } = request;
      const { point_id, limit } = asked;
      const point = point_id === undefined ? undefined : await requirePoint(pool, request, point_id);
      const today = todayIn(point ? [point.timezone] : await timezonesOf(pool, brandId, caller.point_ids), clock());
      const { from, to } = reservationPeriod(asked, today, MAX_DAYS);
      const point_ids = point_id === undefined ? caller.point_ids : [point_id];
      const scope = { brand_id: brandId, point_ids, key_id: null };
      const found = await listReservations(pool, { ...scope, from, to, statuses: asked.status ?? null, limit });
      const reservations = found.slice(0, limit).map(viewVenueReservation);
      return { body: { count: reservations.length, has_more: found.length > limit, reservations } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'listTables',
    path: '/tables',
    audience: 'venue',
    tags: ['Floor'],
    summary: 'Tables of a point: who sits there, who is awaited next',
    query: z.object({ point_id: queryUuid() }),
    readAfter: 'reservations',
    responses: { 200: z.object({ point_id: z.uuid(), tables: z.array(tableSchema) }) },
    errors: [404],
    handler: async (request) => {
      const { point_id } = request.query;
      const { timezone } = await requirePoint(pool, request, point_id);
      const tables = await tablesOf(pool, request.brandId, point_id, new Date(clock()).toISOString());
      const local = (instant: string): string => toLocalTimestamp(instant, timezone);
      return {
        body: {
          point_id,
          tables: tables.map(({ seated, ...rest }) => ({
            ...rest,
            seated: seated && { ...seated, seated_at: local(seated.seated_at) },
          })),
        },
      };
    },
  }),
];
