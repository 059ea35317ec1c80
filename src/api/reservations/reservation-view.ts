import { z } from 'zod';
import { amount, localTimestamp } from '../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { DEPOSIT_STATUSES } from '../../domain/reservations/deposit.ts';
import { CANCELLED_BY, RESERVATION_TYPES, type Reservation } from '../../domain/reservations/events.ts';
import { RESERVATION_STATUSES } from '../../domain/reservations/status.ts';

/** The partner's Reservation (docs/domain.md#reservations), the same in answers and in webhooks. */
export const reservationSchema = z.object({
  id: z.uuid(),
  external_id: z.string().nullable(),
  point_id: z.uuid(),
  status: z.enum(RESERVATION_STATUSES),
  type: z.enum(RESERVATION_TYPES),
  table: z.object({ id: z.int(), name: z.string(), hall_id: z.int(), hall_name: z.string() }).nullable(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  duration_minutes: z.int(),
  guests: z.int(),
  guest: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable().meta({ description: 'Null: the guest was erased' }),
  }),
  comment: z.string().nullable(),
  deposit: z.object({ amount: amount(), payment_type_id: z.int(), status: z.enum(DEPOSIT_STATUSES) }).nullable(),
  cancel_reason: z.string().nullable(),
  cancelled_by: z.enum(CANCELLED_BY).nullable(),
  created_at: localTimestamp(),
  updated_at: localTimestamp(),
  status_changed_at: localTimestamp(),
});

/** Timestamps are the point's local time, in the zone that it had when the reservation was made. */
export const viewReservation = (reservation: Reservation): z.infer<typeof reservationSchema> => {
  const { reservation_id, personal, timezone, external_id, point_id, status, type, table } = reservation;
  const { date, start_time, end_time, duration_minutes, guests, deposit, cancelled_by } = reservation;
  const { name, phone, comment, cancel_reason } = personal;
  const local = (instant: string): string => toLocalTimestamp(instant, timezone);
  return {
    id: reservation_id,
    external_id,
    point_id,
    status,
    type,
    table,
    date,
    start_time,
    end_time,
    duration_minutes,
    guests,
    guest: { name, phone },
    comment,
    deposit,
    cancel_reason,
    cancelled_by,
    created_at: local(reservation.created_at),
    updated_at: local(reservation.updated_at),
    status_changed_at: local(reservation.status_changed_at),
  };
};

/** The venue's view: the partner's, with the source of the reservation. */
export const venueReservationSchema = reservationSchema.extend({
  source: z.enum(['partner', 'venue']),
  key_id: z.uuid(),
  order_id: z.int().nullable(),
  seated_at: localTimestamp().nullable(),
});

export const viewVenueReservation = (reservation: Reservation): z.infer<typeof venueReservationSchema> => {
  const { source, key_id, order_id, seated_at, timezone } = reservation;
  return {
    ...viewReservation(reservation),
    source,
    key_id,
    order_id,
    seated_at: seated_at && toLocalTimestamp(seated_at, timezone),
  };
};
