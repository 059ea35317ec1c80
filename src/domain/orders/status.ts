import { conflict } from '../refusal.ts';

/** The contract's order statuses, in the order an order usually passes them (docs/domain.md#orders). */
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

/**
 * Whether the till has the order. Before CREATED the order still waits for its payment, for an operator, or for its
 * time, and the till cannot change it.
 */
export const isWithTill = (status: OrderStatus): boolean => rank(status) >= rank('CREATED') && !isFinal(status);

/** Statuses of a cheque that the till has accepted and that is not over: it has to be paid for, or deleted. */
export const OPEN_CHEQUE_STATUSES = ORDER_STATUSES.filter(
  (status) => rank(status) >= rank('UNCONFIRMED_ORDER') && !isFinal(status),
);

/** Throws unless the till has the order. */
export const requireWithTill = (status: OrderStatus): void => {
  if (isWithTill(status)) return;
  if (status === 'CLOSED') throw conflict('cheque_already_closed');
  if (status === 'DELETED') throw conflict('order_already_cancelled');
  throw conflict('order_not_with_till', { status });
};

/** Whether the partner may cancel: only until the till accepts the order. */
export const isCancellable = (status: OrderStatus): boolean => rank(status) <= rank('CREATED');

export const isBefore = (status: OrderStatus, other: OrderStatus): boolean => rank(status) < rank(other);

/** What an order may wait for before the till gets it. */
export interface Waits {
  readonly payment_due_at: string | null;
  readonly needs_confirmation: boolean;
  readonly release_at: string | null;
}

/** A new order waits for the first of these that applies, then for the next (docs/domain.md#orders). */
const WAITING: readonly (readonly [OrderStatus, (waits: Waits) => boolean])[] = [
  ['AWAITING_PAYMENT', (waits) => waits.payment_due_at !== null],
  ['AWAITING_CONFIRMATION', (waits) => waits.needs_confirmation],
  ['PREORDER', (waits) => waits.release_at !== null],
  ['CREATED', () => true],
];

export const initialStatus = (waits: Waits): OrderStatus => nextStatus(waits, undefined);

/** The status that follows when the wait of status `resolved` is over. */
export const nextStatus = (waits: Waits, resolved: OrderStatus | undefined): OrderStatus => {
  const open = WAITING.filter(([status]) => resolved === undefined || isBefore(resolved, status));
  return open.find(([, applies]) => applies(waits))?.[0] ?? 'CREATED';
};
