import { z } from 'zod';
import { defineWebhookKind, type Notice } from '../../../commands/webhooks/webhook-kind.ts';
import type { Reservation, ReservationTable, WalkIn } from '../../../domain/reservations/events.ts';
import { endOfDay, localTimeOf } from '../../../domain/reservations/local-clock.ts';
import { isHolding } from '../../../domain/reservations/status.ts';
import { reservationSchema, viewReservation } from '../../reservations/reservation-view.ts';

/**
 * A table, or a place without a table yet, is held or no longer held: the part of a reservation that other partners may
 * know.
 */
const occupancySchema = z.object({
  point_id: z.uuid(),
  table_id: z.int().nullable().meta({ description: 'null: no table' }),
  date: z.string().meta({ format: 'date' }),
  start_time: z.string(),
  end_time: z.string(),
  guests: z.int(),
  is_holding: z.boolean().meta({ description: 'false: the place is no longer held' }),
});

type OccupancyNotice = Notice<z.infer<typeof occupancySchema>>;
type Place = Pick<Reservation, 'table' | 'date' | 'start_time' | 'end_time' | 'guests'>;

/** To the partner of the reservation. The venue knows its own reservations. */
const toOwner = (reservation: Reservation): Notice<z.infer<typeof reservationSchema>>[] => {
  const { source, key_id, point_id, timezone } = reservation;
  return source === 'partner' ? [{ to: { only: key_id }, point_id, timezone, data: viewReservation(reservation) }] : [];
};

/** To all the others. */
const occupancy = (place: Place, of: Reservation, is_holding: boolean): OccupancyNotice => {
  const { source, key_id, point_id, timezone } = of;
  const { table, date, start_time, end_time, guests } = place;
  const data = { point_id, table_id: table?.id ?? null, date, start_time, end_time, guests, is_holding };
  return { to: source === 'partner' ? { except: key_id } : 'all', point_id, timezone, data };
};

/**
 * The old place is released and the new one held. Where only the guests are others, the place is held as before: a
 * release that arrives late would tell it free.
 */
const moved = (before: Place, after: Reservation): OccupancyNotice[] => {
  const held = occupancy(after, after, true);
  const isSamePlace =
    isSameTable(before, after) &&
    before.date === after.date &&
    before.start_time === after.start_time &&
    before.end_time === after.end_time;
  if (!isSamePlace) return [occupancy(before, after, false), held];
  return before.guests === after.guests ? [] : [held];
};

const isSameTable = (one: { table: ReservationTable | null }, other: { table: ReservationTable | null }): boolean =>
  one.table?.id === other.table?.id;

/** It is unknown how long they stay: for the rest of the day, as in the book. */
const walkIn = (seated: WalkIn, timezone: string, is_holding: boolean): OccupancyNotice => {
  const { point_id, table_id, guests } = seated;
  const seated_at = Date.parse(seated.seated_at);
  const { date, time: start_time } = localTimeOf(seated_at, timezone);
  const end_time = localTimeOf(endOfDay(seated_at, timezone), timezone).time;
  const data = { point_id, table_id, date, start_time, end_time, guests, is_holding };
  return { to: 'all', point_id, timezone, data };
};

const ofReservation = {
  data: reservationSchema,
  about_data: 'the reservation, as `GET /v1/reservations/{id}`',
} as const;
const ofBooks = { shown_by: 'reservations', numbered: 'together', permission: 'table_booking' } as const;

/**
 * The webhooks about reservations. A change of both place and status sends both: a partner that has chosen one of them
 * must not miss it.
 */
export const kinds = [
  defineWebhookKind({
    ...ofBooks,
    event: 'reservation.created',
    summary: 'A reservation of the partner’s own was booked',
    ...ofReservation,
    types: ['ReservationBooked'],
    tells: ({ data }) => toOwner(data),
  }),
  defineWebhookKind({
    ...ofBooks,
    event: 'reservation.updated',
    summary: 'A reservation of the partner’s own was moved, or its guests, details or deposit changed',
    ...ofReservation,
    types: ['ReservationMoved', 'ReservationSeated', 'ReservationDetailsChanged', 'DepositSettled', 'DepositHeldAgain'],
    tells: ({ type, data }) => (type === 'ReservationSeated' && isSameTable(data.before, data) ? [] : toOwner(data)),
  }),
  defineWebhookKind({
    ...ofBooks,
    event: 'reservation.status_changed',
    summary: 'A reservation of the partner’s own has another status',
    ...ofReservation,
    types: [
      ...(['ReservationMoved', 'ReservationSeated', 'ReservationConfirmed', 'ReservationDeclined'] as const),
      ...(['ReservationCancelled', 'ReservationClosed', 'ReservationMarkedNoShow'] as const),
    ],
    tells: ({ data }) => ('before' in data && data.before.status === data.status ? [] : toOwner(data)),
  }),
  defineWebhookKind({
    ...ofBooks,
    event: 'occupancy.changed',
    summary: 'A place is held by others, or no longer',
    about_data: 'point_id, table_id (null: no table), date, start_time, end_time, guests, is_holding',
    data: occupancySchema,
    types: [
      ...(['ReservationBooked', 'ReservationMoved', 'ReservationSeated', 'ReservationConfirmed'] as const),
      ...(['ReservationDeclined', 'ReservationCancelled', 'ReservationClosed', 'ReservationMarkedNoShow'] as const),
      ...(['WalkInSeated', 'WalkInLeft'] as const),
    ],
    tells: async ({ type, data }, { timezoneOf }) => {
      switch (type) {
        case 'WalkInSeated':
        case 'WalkInLeft':
          return [walkIn(data, await timezoneOf(data.point_id), type === 'WalkInSeated')];
        case 'ReservationBooked':
          return [occupancy(data, data, true)];
        case 'ReservationMoved':
        case 'ReservationSeated':
          return moved(data.before, data);
        default:
          return isHolding(data.status) ? [] : [occupancy(data, data, false)];
      }
    },
  }),
];
