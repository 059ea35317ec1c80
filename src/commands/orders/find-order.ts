import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, placedOrder } from '../../domain/orders/state.ts';
import { notFound } from '../../domain/refusal.ts';
import { type Caller, isKeysPoint } from '../bus/caller.ts';
import type { OperationContext } from '../bus/context.ts';
import type { CommandHandler } from '../loop/handle.ts';

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
