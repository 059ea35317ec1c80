import type { Order } from '../../domain/order/order.ts';
import { derivedUuid } from '../envelope.ts';

/** The hold of what a preorder takes at its release: the same however often that is tried. */
export const releaseHoldId = (orderId: number): string => derivedUuid('units at the release of an order', orderId);

/**
 * The holds an order may have units in. Any other hold of the same order id was taken by an attempt to place it that
 * came to nothing.
 */
export const ownHoldIds = ({ order_id, hold_id }: Pick<Order, 'order_id' | 'hold_id'>): string[] => [
  ...(hold_id === null ? [] : [hold_id]),
  releaseHoldId(order_id),
];
