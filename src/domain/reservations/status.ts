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

/** Its table is taken. Without a table, it takes one of the free ones. */
export const isHolding = (status: ReservationStatus): boolean =>
  status === 'pending' || status === 'created' || status === 'opened';

/** The guest is expected: the reservation can still be moved and cancelled. */
export const isAwaited = (status: ReservationStatus): boolean => status === 'pending' || status === 'created';
