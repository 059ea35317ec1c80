import type { Order } from '../../domain/orders/state.ts';
import { Unavailable } from '../loop/unavailable.ts';

/** What names an order to those who place it. */
export interface NamedOrder {
  readonly point_id: string;
  readonly external_id?: string | null | undefined;
}

/**
 * Throws Unavailable for an order that was found under the id meant for this one, and is not it: should an id ever be
 * given out twice, as after Postgres alone was restored to an earlier state, nobody is shown another guest's order.
 * `isRecorded`: by this very command. Without an external_id nobody else places the order.
 */
export const requireOwnOrder = (order: Order, { point_id, external_id }: NamedOrder, isRecorded: boolean): void => {
  const isOwn = external_id == null ? isRecorded : order.external_id === external_id && order.point_id === point_id;
  if (!isOwn) throw new Unavailable('the id minted for the order is in use');
};
