import type { Reservation } from '../../domain/reservations/events.ts';

type Personal = Reservation['personal'];

/** A reservation in its row. What it says of the guest stands apart, so that it can be forgotten. */
export interface ReservationRow {
  readonly reservation: Omit<Reservation, 'personal'> & { readonly personal: Pick<Personal, 'client_id'> };
  /** Null: nothing, or the guest was erased. */
  readonly personal: Omit<Personal, 'client_id'> | null;
}

/** SQL: the columns of a ReservationRow. */
export const RESERVATION_COLUMNS = 'reservation, personal';

export const splitReservation = ({ personal, ...reservation }: Reservation): ReservationRow => {
  const { client_id, ...guest } = personal;
  const isNobody = Object.values(guest).every((value) => value === null);
  return { reservation: { ...reservation, personal: { client_id } }, personal: isNobody ? null : guest };
};

const NOBODY = { name: null, phone: null, comment: null, cancel_reason: null };

/** Together again: the row has what splitReservation took apart. */
export const joinReservation = ({ reservation, personal }: ReservationRow): Reservation => ({
  ...reservation,
  personal: { ...reservation.personal, ...NOBODY, ...personal },
});
