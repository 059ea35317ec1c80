import type pg from 'pg';
import { z } from 'zod';
import { localTimestamp } from '../../commands/fields/answer-fields.ts';
import { uuid } from '../../commands/fields/fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import type { Point } from '../../domain/points/state.ts';
import { type ListName, ORDER_TYPES } from '../../domain/references/lists.ts';
import { hasHours, isSpeciallyClosed, openUntil } from '../../domain/reservations/hours.ts';
import { listPoints, openShiftOf } from '../../projections/points/queries.ts';
import {
  type BrandMoney,
  listEntries,
  moneyOf,
  orderTypeSubs,
  paymentTypes,
} from '../../projections/references/queries.ts';
import { LANGUAGES } from '../http/messages/languages.ts';
import { orderTypeName } from '../http/messages/status-names.ts';
import { queryInteger } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { comingSpecialDays, pointQuery, specialDaysSchema, workingHoursSchema } from './partner.ts';

const pointSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  short_name: z.string(),
  address: z.string().nullable(),
  phone: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  delivery_distance: z.int(),
  logo: z.string().nullable(),
  currency: z.string(),
  currency_exponent: z.int(),
  timezone: z.string(),
  working_hours: workingHoursSchema,
  special_days: specialDaysSchema,
  is_open: z.boolean().meta({
    description:
      'Whether its working hours, or the special hours of a date, say that it is open now; they say nothing of its till',
  }),
});

const LANGUAGE_OF_NAMES = 'Of the names: `ru` unless told here or by `Accept-Language`';

/** Never with an exponent, which String uses below a millionth of a degree. */
const decimal = (degrees: number): string =>
  degrees.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });

const viewPoint = (point: Point, money: BrandMoney, now: number): z.infer<typeof pointSchema> => {
  const { point_id, name, short_name, address, phone, latitude, longitude, delivery_distance } = point;
  const { timezone, working_hours, logo } = point;
  return {
    id: point_id,
    name,
    short_name,
    address,
    phone,
    latitude: decimal(latitude),
    longitude: decimal(longitude),
    delivery_distance,
    logo: logo ?? null,
    ...money,
    timezone,
    working_hours,
    special_days: comingSpecialDays(point, now),
    is_open: openUntil(now, point) !== undefined,
  };
};

/** Whether a closed day, special hours or the point's own rule keep orders for now away. The weekly hours alone do not. */
const takesOrders = (point: Point, now: number): boolean =>
  !isSpeciallyClosed(now, point) &&
  (point.accepts_orders_when_closed !== false || openUntil(now, point) !== undefined || !hasHours(point));

export interface ReferenceDependencies {
  readonly pool: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** See docs/domain.md#points-and-references. */
export const referenceRoutes = ({ pool, clock }: ReferenceDependencies): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'listPoints',
    path: '/points',
    audience: 'partner',
    tags: ['Reference data'],
    summary: 'Points of the brand',
    responses: { 200: z.object({ points: z.array(pointSchema) }) },
    handler: async ({ caller, brandId }) => {
      const [points, money] = await Promise.all([listPoints(pool, brandId, caller.point_ids), moneyOf(pool, brandId)]);
      return { body: { points: points.map((point) => viewPoint(point, money, clock())) } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'isPointAlive',
    path: '/points/:point_id/is-alive',
    audience: 'partner',
    tags: ['Reference data'],
    summary: 'Whether the till shift of a point is open',
    description:
      'False as well on a closed day, outside of the special hours of a date, and while the point would refuse an order for now because it is closed.',
    params: z.object({ point_id: uuid() }),
    responses: {
      200: z.object({ id: z.uuid(), is_alive: z.boolean(), shift_opened_at: localTimestamp().nullable() }),
    },
    errors: [404],
    handler: async (request) => {
      const { point_id } = request.params;
      const point = await requirePoint(pool, request, point_id);
      const shift = await openShiftOf(pool, request.brandId, point_id);
      const shift_opened_at = shift && toLocalTimestamp(shift.opened_at, point.timezone);
      return { body: { id: point_id, is_alive: shift !== null && takesOrders(point, clock()), shift_opened_at } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'listOrderTypes',
    path: '/order-types',
    audience: 'partner',
    tags: ['Reference data'],
    summary: 'Order types, the same for all venues',
    query: z.object({ language: z.enum(LANGUAGES).optional().meta({ description: LANGUAGE_OF_NAMES }) }),
    responses: { 200: z.object({ order_types: z.array(z.object({ id: z.int(), name: z.string() })) }) },
    handler: ({ query, askedLanguage = 'ru' }) => {
      const { language = askedLanguage } = query;
      return {
        body: { order_types: Object.values(ORDER_TYPES).map((id) => ({ id, name: orderTypeName(id, language) })) },
      };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'listOrderTypeSubs',
    path: '/order-type-subs',
    audience: 'partner',
    tags: ['Reference data'],
    summary: 'Order sub-types of the venue',
    query: z.object({ order_type_id: queryInteger({ min: 1, max: 3 }).optional() }),
    responses: {
      200: z.object({
        order_type_subs: z.array(
          z.object({ id: z.int(), name: z.string(), order_type_id: z.int(), is_default: z.boolean() }),
        ),
      }),
    },
    handler: async ({ query, brandId }) => ({
      body: { order_type_subs: await orderTypeSubs(pool, brandId, query.order_type_id ?? null) },
    }),
  }),
  defineRoute({
    method: 'get',
    operationId: 'listPaymentTypes',
    path: '/payment-types',
    audience: 'partner',
    tags: ['Reference data'],
    summary: 'Payment types of a point',
    query: pointQuery,
    responses: {
      200: z.object({ payment_types: z.array(z.object({ id: z.int(), name: z.string(), category_id: z.int() })) }),
    },
    errors: [404],
    handler: async (request) => {
      const { point_id } = request.query;
      await requirePoint(pool, request, point_id);
      return { body: { payment_types: await paymentTypes(pool, request.brandId, point_id) } };
    },
  }),
  listRoute(pool, 'cancel_causes', {
    operationId: 'listCancelCauses',
    path: '/cancel-causes',
    summary: 'Causes a cancellation may name',
    fields: { name: z.string(), is_default: z.boolean(), is_comment_required: z.boolean() },
  }),
];

/** Answers a whole list of the brand, under its name: each entry with its id and these fields. */
const listRoute = (
  pool: pg.Pool,
  list: ListName,
  {
    operationId,
    path,
    summary,
    fields,
  }: Pick<Route, 'operationId' | 'path' | 'summary'> & { readonly fields: z.ZodRawShape },
): Route =>
  defineRoute({
    method: 'get',
    operationId,
    path,
    audience: 'partner',
    tags: ['Reference data'],
    summary,
    responses: { 200: z.object({ [list]: z.array(z.object({ id: z.int(), ...fields })) }) },
    handler: async ({ brandId }) => ({
      body: { [list]: await listEntries(pool, list, brandId, Object.keys(fields)) },
    }),
  });
