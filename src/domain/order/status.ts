/** The contract's order statuses, in the order an order usually passes them (section "Order status"). */
export const ORDER_STATUSES = [
  'AWAITING_PAYMENT',
  'AWAITING_CONFIRMATION',
  'PREORDER',
  'CREATED',
  'UNCONFIRMED_ORDER',
  'COOKING',
  'PACKED',
  'TAKEN_BY_COURIER',
  'DELIVERED',
  'CLOSED',
  'DELETED',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

const rank = (status: OrderStatus): number => ORDER_STATUSES.indexOf(status);

/** CLOSED and DELETED: nothing follows. */
export const isFinal = (status: OrderStatus): boolean => status === 'CLOSED' || status === 'DELETED';

/** Before CREATED something is still owed (payment, an operator's word, the time), and the till may not touch it. */
export const isWithTill = (status: OrderStatus): boolean => rank(status) >= rank('CREATED') && !isFinal(status);

/** Until the till accepts, the partner may cancel. */
export const isCancellable = (status: OrderStatus): boolean => rank(status) <= rank('CREATED');

export const isBefore = (status: OrderStatus, other: OrderStatus): boolean => rank(status) < rank(other);
