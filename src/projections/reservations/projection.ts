import type { Reservation } from '../../domain/reservations/events.ts';
import { isHolding } from '../../domain/reservations/status.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { splitReservation } from './reservation-row.ts';
import { reservationTables } from './tables.ts';

/**
 * Every event of a reservation carries the whole of it, so all of them are read alike. Some also name the earlier
 * place.
 */
type ReservationEvent = RecordedEvent & { readonly data: Reservation & { readonly before?: object } };

const writeReservation = (event: ReservationEvent, write: BatchWriter): void => {
  const { before: _, ...reservation } = event.data;
  const { reservation_id, brand_id, point_id, key_id, source, status, date, starts_at } = reservation;
  const { position, recorded_at: changed_at } = event;
  write.put('reservations', {
    reservation_id,
    brand_id,
    point_id,
    key_id,
    source,
    status,
    date,
    starts_at,
    timer_at: timerOf(reservation),
    changed_position: position,
    changed_at,
    ...splitReservation(reservation),
  });
  write.put('reservation_changes', { position, reservation_id, brand_id, changed_at });
  writeHold(reservation, write);
};

/** A request is declined at its start time. A guest who does not come is a no-show some minutes later. */
const timerOf = ({ status, starts_at, no_show_at }: Reservation): string | null => {
  if (status === 'pending') return starts_at;
  return status === 'created' ? no_show_at : null;
};

const writeHold = (reservation: Reservation, write: BatchWriter): void => {
  const { reservation_id, brand_id, point_id, key_id, source, table, guests, seated_at } = reservation;
  if (!isHolding(reservation.status)) {
    write.remove('table_holds', { reservation_id });
    return;
  }
  const { date, start_time, end_time, starts_at, ends_at } = reservation;
  write.put('table_holds', {
    reservation_id,
    brand_id,
    point_id,
    key_id,
    source,
    guests,
    seated_at,
    date,
    start_time,
    end_time,
    starts_at,
    ends_at,
    table_id: table?.id ?? null,
  });
};

const forgetGuest = (
  { data }: { readonly data: { readonly reservation_ids: readonly string[] } },
  write: BatchWriter,
) => {
  for (const reservation_id of data.reservation_ids)
    write.forget('reservations', { reservation_id }, { personal: null });
};

/** Reservations as partners and the venue list them, their changes in order, and the taken tables. */
export const reservationsProjection = defineProjection({
  name: 'reservations',
  version: 1,
  tables: reservationTables,
  on: {
    ReservationBooked: writeReservation,
    ReservationMoved: writeReservation,
    ReservationDetailsChanged: writeReservation,
    ReservationConfirmed: writeReservation,
    ReservationDeclined: writeReservation,
    ReservationCancelled: writeReservation,
    ReservationSeated: writeReservation,
    ReservationClosed: writeReservation,
    ReservationMarkedNoShow: writeReservation,
    DepositSettled: writeReservation,
    DepositHeldAgain: writeReservation,
    ClientErased: forgetGuest,
    GuestErased: forgetGuest,
    /** It changes nothing that partners see. */
    DepositMoved: (event, write) => {
      const { reservation_id, brand_id } = event.data;
      write.insert('deposit_moves', { position: event.position, reservation_id, brand_id });
    },
    WalkInSeated: (event, write) => {
      const { table_id, brand_id, point_id, guests, seated_at } = event.data;
      write.put('walk_ins', { table_id, brand_id, point_id, guests, seated_at });
    },
    WalkInLeft: ({ data }, write) => write.remove('walk_ins', { table_id: data.table_id }),
  },
});
