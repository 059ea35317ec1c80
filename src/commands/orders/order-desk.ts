import { quoteDelivery } from '../../domain/delivery/quote.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { requireCancellable } from '../../domain/orders/deletion.ts';
import type { OrderDelivery } from '../../domain/orders/events.ts';
import { type PricedCart, priceCart } from '../../domain/orders/pricing.ts';
import { type Order, placedOrder, requirePlaced } from '../../domain/orders/state.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { type Envelope, partnerEnvelope } from '../loop/envelope.ts';
import { isKeysPoint } from '../points/require-point.ts';
import { giveBackUnits } from '../stop-list/deleted-units.ts';
import { ORDER_TYPES } from './draft-order.ts';
import type { CalculateInput, CancelOrderInput, PlaceOrderInput } from './order-input.ts';
import type { OrderingPoints } from './ordering-point.ts';
import { type Partner, requireOrderingPoint } from './partner.ts';
import { createPlaceOrder } from './place-order.ts';
import type { PlacingOptions } from './placing.ts';

/**
 * The partner's commands on orders (docs/domain.md#orders). Each throws a Refusal: then nothing was recorded of it. Or
 * Unavailable: then it may have been, and sent again with the same external_id it tells.
 */
export interface OrderDesk {
  calculate(partner: Partner, input: CalculateInput): Promise<PricedCart & { delivery: OrderDelivery | null }>;
  /** Places the order, or answers the one that was placed with the same external_id, as it is now. */
  place(partner: Partner, input: PlaceOrderInput, requestId: string): Promise<Order>;
  find(partner: Pick<Partner, 'brand_id' | 'point_ids'>, orderId: number): Promise<Order>;
  cancel(partner: Partner, orderId: number, input: CancelOrderInput, requestId: string): Promise<Order>;
}

export interface OrderDeskOptions extends PlacingOptions {
  readonly points: OrderingPoints;
  /** Resolves when the read models show what was recorded up to the position, or after a bounded wait. */
  readonly settled: (position: number) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createOrderDesk = (options: OrderDeskOptions): OrderDesk => {
  const { handler, units, points, settled, clock, newUuid } = options;
  const placeOrder = createPlaceOrder(options);
  const now = (): string => new Date(clock()).toISOString();

  const envelopeOf = (partner: Partner, point_id: string, correlation_id: string): Envelope =>
    partnerEnvelope(partner, { command_id: newUuid(), correlation_id, point_id, occurred_at: now() });

  const calculate: OrderDesk['calculate'] = async (partner, input) => {
    const point = await requireOrderingPoint(points, partner, input.point_id);
    const cart = priceCart(input.items, point.priceBook(partner.showcase_ids, now()));
    const { order_type_id, address } = input;
    const delivered = order_type_id === ORDER_TYPES.delivery && address;
    return { ...cart, delivery: delivered ? quoteDelivery(point.zones, address, cart.items_amount) : null };
  };

  const place: OrderDesk['place'] = async (partner, input, requestId) => {
    const point = await requireOrderingPoint(points, partner, input.point_id);
    return placeOrder({ partner, input, point, envelope: envelopeOf(partner, input.point_id, requestId) });
  };

  const find: OrderDesk['find'] = async (partner, orderId) => {
    const order = placedOrder((await handler.load(orderDecider, orderId)).state);
    const visible = order?.brand_id === partner.brand_id && isKeysPoint(partner, order.point_id);
    if (!order || !visible) throw notFound('order_not_found');
    return order;
  };

  const cancel: OrderDesk['cancel'] = async (partner, orderId, input, requestId) => {
    const order = await find(partner, orderId);
    // First: a repeat is a conflict, whatever cause it gives.
    requireCancellable(order);
    const cause = await requireCause(partner, order, input);
    const command = {
      type: 'CancelOrder' as const,
      cancel_cause_id: cause?.id ?? null,
      cancel_cause_name: cause?.name ?? null,
      comment: input.comment ?? null,
    };
    const envelope = envelopeOf(partner, order.point_id, requestId);
    const { state, events, position } = await handler.handle(orderDecider, orderId, command, envelope);
    await settled((await giveBackUnits(units, order, events, envelope)) ?? position ?? 0);
    return requirePlaced(state);
  };

  const requireCause = async (partner: Partner, order: Order, { cancel_cause_id, comment }: CancelOrderInput) => {
    if (cancel_cause_id == null) return undefined;
    const point = await points.find(partner.brand_id, order.point_id);
    const cause = point?.cancel_causes.get(cancel_cause_id);
    if (!cause) throw invalid('cancel_cause_not_found', { field: 'cancel_cause_id' });
    if (cause.is_comment_required && !comment?.trim()) throw invalid('cancel_comment_required', { field: 'comment' });
    return cause;
  };

  return { calculate, place, find, cancel };
};
