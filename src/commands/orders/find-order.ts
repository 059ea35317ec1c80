import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, placedOrder } from '../../domain/orders/state.ts';
import { notFound } from '../../domain/refusal.ts';
import { type Caller, isKeysPoint } from '../bus/caller.ts';
import type { OperationContext } from '../bus/context.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { Unavailable } from '../loop/unavailable.ts';

interface Asking extends Pick<OperationContext, 'brand_id' | 'load'> {
  readonly caller: Pick<Caller, 'point_ids'>;
}

/** The order as it is now. 404 if it belongs to another brand, or to a point that the key is not for. */
export const requireOrder = async (asking: Asking, orderId: number): Promise<Order> => {
  const order = placedOrder(await asking.load(orderDecider, orderId));
  const visible = order?.brand_id === asking.brand_id && isKeysPoint(asking.caller, order.point_id);
  if (!order || !visible) throw notFound('order_not_found');
  return order;
};

/** Finds an order for a caller that only reads. */
export type FindOrder = (
  scope: { readonly brand_id: string; readonly point_ids: readonly string[] | null },
  orderId: number,
) => Promise<Order>;

export const createFindOrder =
  (handler: Pick<CommandHandler, 'load'>): FindOrder =>
  ({ brand_id, point_ids }, orderId) => {
    const load: Asking['load'] = async (decider, id) => (await handler.load(decider, id)).state;
    return requireOrder({ brand_id, load, caller: { point_ids } }, orderId);
  };

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
