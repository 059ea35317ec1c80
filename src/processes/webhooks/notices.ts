import type { WebhookEvent } from '../../domain/keys/events.ts';
import type { Reservation, ReservationBookEvent, ReservationTable, WalkIn } from '../../domain/reservations/events.ts';
import { endOfDay, localTimeOf } from '../../domain/reservations/local-clock.ts';
import { isHolding } from '../../domain/reservations/status.ts';

/** A table, or one that is yet to be found, is held or no longer held: what others may know of a guest. */
export interface Occupancy {
  readonly point_id: string;
  /** Null: no table. */
  readonly table_id: number | null;
  readonly date: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly guests: number;
  readonly is_holding: boolean;
}

/** Something to tell. Either to the partner whose reservation it is, or to all the others. */
export type Notice =
  | { readonly event: Exclude<WebhookEvent, 'occupancy.changed' | 'ping'>; readonly reservation: Reservation }
  | { readonly event: 'occupancy.changed'; readonly occupancy: Occupancy };

interface Place {
  readonly table: ReservationTable | null;
  readonly date: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly guests: number;
}

/**
 * What an event of the book tells whom (docs/domain.md#webhooks). One that changes both the place and the status
 * is told as both: whoever listens for one of them only must not miss it. `timezone`: the point's.
 */
export const noticesOf = (event: ReservationBookEvent, timezone: string): readonly Notice[] => {
  switch (event.type) {
    case 'ReservationBooked':
      return [...toOwner('reservation.created', event.data), occupancy(event.data, event.data, true)];
    case 'ReservationMoved':
    case 'ReservationSeated': {
      const { before, ...reservation } = event.data;
      const hasMoved = event.type === 'ReservationMoved' || !isSameTable(before, reservation);
      return [
        ...(hasMoved ? toOwner('reservation.updated', reservation) : []),
        ...(before.status === reservation.status ? [] : toOwner('reservation.status_changed', reservation)),
        ...moved(before, reservation),
      ];
    }
    case 'ReservationDetailsChanged':
    case 'DepositSettled':
      return toOwner('reservation.updated', event.data);
    case 'ReservationConfirmed':
    case 'ReservationDeclined':
    case 'ReservationCancelled':
    case 'ReservationClosed':
    case 'ReservationMarkedNoShow':
      return [
        ...toOwner('reservation.status_changed', event.data),
        ...(isHolding(event.data.status) ? [] : [occupancy(event.data, event.data, false)]),
      ];
    case 'WalkInSeated':
      return [walkIn(event.data, timezone, true)];
    case 'WalkInLeft':
      return [walkIn(event.data, timezone, false)];
    case 'BookingForgone':
      return [];
  }
};

type ToOwner = Exclude<Notice, { event: 'occupancy.changed' }>;

/** The venue knows of its own reservations. */
const toOwner = (event: ToOwner['event'], reservation: Reservation): Notice[] =>
  reservation.source === 'partner' ? [{ event, reservation }] : [];

const occupancy = (place: Place, { point_id }: Reservation, is_holding: boolean): Notice => {
  const { table, date, start_time, end_time, guests } = place;
  const table_id = table?.id ?? null;
  return {
    event: 'occupancy.changed',
    occupancy: { point_id, table_id, date, start_time, end_time, guests, is_holding },
  };
};

/**
 * The old place is released and the new one held. Where only the guests are others, the place is held as before: a
 * release that arrives late would tell it free.
 */
const moved = (before: Place, after: Reservation): Notice[] => {
  const held = occupancy(after, after, true);
  const isSamePlace =
    isSameTable(before, after) &&
    before.date === after.date &&
    before.start_time === after.start_time &&
    before.end_time === after.end_time;
  if (!isSamePlace) return [occupancy(before, after, false), held];
  return before.guests === after.guests ? [] : [held];
};

const isSameTable = (one: Pick<Place, 'table'>, other: Pick<Place, 'table'>): boolean =>
  one.table?.id === other.table?.id;

/** Nobody knows how long they stay: for the rest of the day, as the book reckons. */
const walkIn = ({ point_id, table_id, guests, seated_at }: WalkIn, timezone: string, is_holding: boolean): Notice => {
  const seated = Date.parse(seated_at);
  const { date, time } = localTimeOf(seated, timezone);
  const end_time = localTimeOf(endOfDay(seated, timezone), timezone).time;
  const place = { point_id, table_id, date, start_time: time, end_time, guests };
  return { event: 'occupancy.changed', occupancy: { ...place, is_holding } };
};
