import { z } from 'zod';
import { calendarDate, timeOfDay } from '../../commands/fields/fields.ts';
import { freeTables, slotsOf } from '../../domain/reservations/availability.ts';
import type { BookPoint } from '../../domain/reservations/commands.ts';
import { hoursOf } from '../../domain/reservations/hours.ts';
import { isBookable, requireDuration, spanOf } from '../../domain/reservations/span.ts';
import type { PointViews } from '../../projections/menu/point-views.ts';
import type { OccupancyBoards } from '../../projections/reservations/occupancy-boards.ts';
import { queryInteger, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePointView } from '../points.ts';
import { minutes, ofReservations, tableSchema } from './reservation-places.ts';

export interface AvailabilityDependencies {
  readonly points: PointViews;
  readonly occupancy: OccupancyBoards;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const atTime = z.object({
  about: z.literal('time').meta({ description: 'Whether it is of a time or of a day' }),
  point_id: z.uuid(),
  date: z.string(),
  time: z.string(),
  end_time: z.string(),
  duration_minutes: minutes,
  guests: z.int(),
  is_available: z.boolean(),
  free_tables_count: z.int(),
  unassigned_reservations: z.int(),
  tables: z.array(tableSchema.extend({ hall_id: z.int(), hall_name: z.string() })),
});

const ofDay = z.object({
  about: z.literal('day').meta({ description: 'Whether it is of a time or of a day' }),
  point_id: z.uuid(),
  date: z.string(),
  guests: z.int(),
  duration_minutes: minutes,
  is_open: z.boolean(),
  slots: z.array(
    z.object({
      time: z.string(),
      date: z.string(),
      is_available: z.boolean(),
      free_tables_count: z.int(),
      table_ids: z.array(z.int()),
    }),
  ),
});

const availabilityQuery = z.object({
  point_id: queryUuid(),
  date: calendarDate(),
  guests: queryInteger({ min: 1, max: 1_000 }),
  time: timeOfDay().optional(),
  duration_minutes: queryInteger({ min: 1, max: 100_000 }).optional(),
});
type AvailabilityQuery = z.output<typeof availabilityQuery>;

/** What is free at a time, or on a day (docs/domain.md#reservations). */
export const availabilityRoute = ({ points, occupancy, clock }: AvailabilityDependencies): Route => {
  const takenAt = async ({ brand_id, point_id, timezone }: BookPoint, from: number, to: number, now: number) =>
    (await occupancy.find(brand_id, point_id)).takenIn(from, to, timezone, now);

  const availableAt = async (point: BookPoint, time: string, asked: AvailabilityQuery) => {
    const { date, guests, duration_minutes } = asked;
    const span = spanOf({ date, start_time: time, duration_minutes }, point, 'time');
    const [from, to, now] = [Date.parse(span.starts_at), Date.parse(span.ends_at), clock()];
    const { tables, free_tables_count, unassigned_reservations } = freeTables(
      point,
      await takenAt(point, from, to, now),
      guests,
      from,
      to,
    );
    const canCome = isBookable(span, point, now);
    return {
      about: 'time' as const,
      point_id: point.point_id,
      date,
      time,
      end_time: span.end_time,
      duration_minutes: span.duration_minutes,
      guests,
      is_available: canCome && free_tables_count > 0,
      free_tables_count: canCome ? free_tables_count : 0,
      unassigned_reservations,
      tables: canCome ? tables : [],
    };
  };

  const slotsOn = async (point: BookPoint, { date, guests, duration_minutes: asked }: AvailabilityQuery) => {
    const duration_minutes = asked ?? point.reservation_rules.default_duration_minutes;
    requireDuration(duration_minutes, point, 'duration_minutes');
    const hours = hoursOf(date, point);
    const head = {
      about: 'day' as const,
      point_id: point.point_id,
      date,
      guests,
      duration_minutes,
      is_open: hours !== undefined,
    };
    if (!hours) return { ...head, slots: [] };
    const now = clock();
    const last = hours.closes + duration_minutes * 60_000;
    const taken = await takenAt(point, hours.opens, last, now);
    return { ...head, slots: slotsOf({ point, date, guests, duration_minutes, now }, taken) ?? [] };
  };

  return defineRoute({
    ...ofReservations,
    method: 'get',
    operationId: 'findAvailability',
    path: '/reservations/availability',
    summary: 'Free tables at a time, or the free times of a day',
    description:
      'With `time`: the tables that are free then. Without: slots on the point’s grid; those past midnight carry the date after. Booking gives the final check.',
    query: availabilityQuery,
    responses: { 200: z.union([atTime, ofDay]) },
    errors: [404],
    handler: async (request) => {
      const { query } = request;
      const { book } = await requirePointView(points, request, query.point_id);
      const { time } = query;
      return { body: time === undefined ? await slotsOn(book, query) : await availableAt(book, time, query) };
    },
  });
};
