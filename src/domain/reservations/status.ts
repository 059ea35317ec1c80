/** See docs/domain.md#reservations. */
export const RESERVATION_STATUSES = [
  'pending',
  'created',
  'opened',
  'closed',
  'cancelled',
  'no_show',
  'declined',
] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** Whether a reservation of this status takes its table or, without a table, one of the free ones. */
export const isHolding = (status: ReservationStatus): boolean =>
  status === 'pending' || status === 'created' || status === 'opened';

/** The guest is expected: the reservation can still be moved and cancelled. */
export const isAwaited = (status: ReservationStatus): boolean => status === 'pending' || status === 'created';
