import { z } from 'zod';
import type { PointViews } from '../../projections/menu/point-views.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePointView } from '../points.ts';
import { pointQuery, workingHoursSchema } from './partner.ts';

export interface ReservationPlaceDependencies {
  readonly points: PointViews;
}

export const minutes = z.int();

const settingsSchema = z.object({
  point_id: z.uuid(),
  point_name: z.string(),
  timezone: z.string(),
  default_duration_minutes: minutes,
  min_duration_minutes: minutes,
  max_duration_minutes: minutes,
  max_days_ahead: z.int(),
  slot_step_minutes: minutes,
  no_show_after_minutes: minutes,
  unassigned_auto_confirm_guests_per_hour: z.int().nullable(),
  working_hours: workingHoursSchema,
});

export const tableSchema = z.object({ id: z.int(), name: z.string(), capacity: z.int().nullable() });
const hallSchema = z.object({ id: z.int(), name: z.string(), tables: z.array(tableSchema) });

export const ofReservations = {
  audience: 'partner',
  permission: 'table_booking',
  tags: ['Table reservations'],
} as const;

/** The point's rules and its tables (docs/domain.md#reservations). */
export const reservationPlaceRoutes = ({ points }: ReservationPlaceDependencies): Route[] => [
  defineRoute({
    ...ofReservations,
    method: 'get',
    operationId: 'getReservationSettings',
    path: '/reservations/settings',
    summary: 'Reservation rules of a point',
    query: pointQuery,
    responses: { 200: settingsSchema },
    errors: [404],
    handler: async (request) => {
      const { point } = await requirePointView(points, request, request.query.point_id);
      const { point_id, name: point_name, timezone, reservation_rules, working_hours } = point;
      return { body: { point_id, point_name, timezone, ...reservation_rules, working_hours } };
    },
  }),
  defineRoute({
    ...ofReservations,
    method: 'get',
    operationId: 'listHalls',
    path: '/reservations/halls',
    summary: 'Halls and tables of a point',
    query: pointQuery,
    responses: { 200: z.object({ point_id: z.uuid(), halls: z.array(hallSchema) }) },
    errors: [404],
    handler: async (request) => {
      const { point_id } = request.query;
      const { halls } = await requirePointView(points, request, point_id);
      return { body: { point_id, halls } };
    },
  }),
];
