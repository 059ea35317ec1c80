import type { Order } from '../../domain/orders/state.ts';
import { Unavailable } from '../loop/unavailable.ts';

/** The ids that name an order for its caller. */
export interface NamedOrder {
  readonly point_id: string;
  readonly external_id?: string | null | undefined;
}

/**
 * Throws Unavailable if the id that was meant for this order belongs to another one. This may happen after Postgres
 * alone was restored to an earlier state, and gave out ids again. Then no caller is shown another guest's order.
 * `isRecorded`: this command itself recorded the order. Without an external_id, only this command can have placed it.
 */
export const requireOwnOrder = (order: Order, { point_id, external_id }: NamedOrder, isRecorded: boolean): void => {
  const isOwn = external_id == null ? isRecorded : order.external_id === external_id && order.point_id === point_id;
  if (!isOwn) throw new Unavailable('the id minted for the order is in use');
};
