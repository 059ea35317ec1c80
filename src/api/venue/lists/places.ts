import { z } from 'zod';
import { amount, isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import { deliveryEvents } from '../../../domain/delivery/events.ts';
import { pointEvents } from '../../../domain/points/events.ts';
import { tillEvents } from '../../../domain/shifts/events.ts';
import { atPoint, columnsOf, entryOf, OWN_POINTS } from './fields.ts';
import type { VenueList } from './list.ts';

const point = entryOf(pointEvents.PointDefined.schema, 'point_id');
const zone = entryOf(deliveryEvents.DeliveryZoneDefined.schema, 'zone_id').extend({
  price: amount(),
  min_order_amount: amount(),
});

const { shift_id, point_id, shift_number, business_date, cashier_id } = tillEvents.ShiftOpened.schema.shape;

const shift = z.object({
  shift_id,
  point_id,
  shift_number,
  business_date,
  cashier_id,
  opened_at: isoTimestamp(),
  closed_at: isoTimestamp().nullable().meta({ description: 'Null while it is open' }),
  accepted_at: isoTimestamp().nullable().meta({ description: 'Null: its money was not handed over yet' }),
  opening_cash: amount(),
  counted_cash: amount().nullable().meta({ description: 'Null: not counted' }),
  left_cash: amount().nullable().meta({ description: 'What stayed in the drawer. Null while it is open' }),
  account_id: z.int().nullable().meta({ description: 'The account that got its money' }),
  accepted_amount: amount().nullable().meta({ description: 'The cash that came. Null: not handed over yet' }),
});

export const SHIFT_STATES = ['open', 'closed', 'accepted'] as const;

/** The state of a till shift, in SQL. */
const SHIFT_STATE = `case when closed_at is null then 'open' when accepted_at is null then 'closed' else 'accepted' end`;

/** The readings of points, of where they deliver, and of their till shifts. */
export const placeVenueLists: readonly VenueList[] = [
  {
    thing: 'Point',
    path: 'points',
    tag: 'What was defined',
    summary: 'Points of the brand, as they were defined',
    command: 'DefinePoint',
    entry: point,
    source: { table: 'points', id: 'point_id', columns: columnsOf(point) },
    atPoints: OWN_POINTS,
    readAfter: 'venue',
    notFound: 'point_not_found',
  },
  {
    thing: 'Zone',
    path: 'zones',
    tag: 'What was defined',
    summary: 'Delivery zones of points',
    command: 'DefineZone',
    entry: zone,
    source: { table: 'delivery_zones', id: 'zone_id', columns: columnsOf(zone), retired: 'is_removed' },
    atPoints: OWN_POINTS,
    filters: { point_id: atPoint },
    readAfter: 'venue',
    notFound: 'zone_not_found',
  },
  {
    thing: 'Shift',
    path: 'shifts',
    tag: 'Till shifts',
    summary: 'Till shifts, without what was sold in them',
    entry: shift,
    source: {
      table: 'till_shifts',
      id: 'shift_id',
      columns: columnsOf(shift, { business_date: 'business_date::text' }),
      only: 'known_to is null',
    },
    atPoints: OWN_POINTS,
    filters: {
      point_id: atPoint,
      state: {
        query: z.enum(SHIFT_STATES).meta({ description: 'closed: its money was not handed over yet' }),
        sql: `${SHIFT_STATE} = ?`,
      },
    },
    readAfter: 'venue',
    notFound: 'shift_not_found',
  },
];
