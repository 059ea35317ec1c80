import { LRUCache } from 'lru-cache';
import { orderDecider } from '../../domain/order/decide.ts';
import type { Order } from '../../domain/order/order.ts';
import { type PricedCart, priceCart } from '../../domain/order/pricing.ts';
import { invalid, notFound, Refusal } from '../../domain/refusal.ts';
import type { Envelope } from '../envelope.ts';
import type { CommandHandler } from '../handle.ts';
import type { Identities, IdentityKey } from '../identities.ts';
import { draftOrder, FREE_DELIVERY, ORDER_TYPES, type OrderDraft, toOrderPlaced } from './draft-order.ts';
import type { CalculateInput, CancelOrderInput, PlaceOrderInput } from './order-input.ts';
import type { OrderingPoint, OrderingPoints } from './ordering-point.ts';
import { type Partner, requireOrderingPoint } from './partner.ts';

/** The partner's commands on orders (section "Orders"). Each throws a Refusal or Unavailable; then nothing was recorded. */
export interface OrderDesk {
  calculate(partner: Partner, input: CalculateInput): Promise<PricedCart & { delivery: typeof FREE_DELIVERY | null }>;
  /** Places the order, or answers the one that was placed with the same external_id, as it is now. */
  place(partner: Partner, input: PlaceOrderInput, requestId: string): Promise<Order>;
  find(partner: Pick<Partner, 'brand_id' | 'point_ids'>, orderId: number): Promise<Order>;
  cancel(partner: Partner, orderId: number, input: CancelOrderInput, requestId: string): Promise<Order>;
}

export interface OrderDeskOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly points: OrderingPoints;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

const KNOWN_CLIENTS = 20_000;

export const createOrderDesk = ({ handler, identities, points, clock, newUuid }: OrderDeskOptions): OrderDesk => {
  const now = (): string => new Date(clock()).toISOString();
  /** Client ids by brand and phone. Of clients with an order in the log: whatever crashes, their claim is kept as well. */
  const clients = new LRUCache<string, number>({ max: KNOWN_CLIENTS });

  const envelope = (partner: Partner, point_id: string, occurred_at: string, requestId: string): Envelope => ({
    command_id: newUuid(),
    correlation_id: requestId,
    causation_id: null,
    actor: { kind: 'partner', id: partner.key_id, name: partner.name },
    brand_id: partner.brand_id,
    point_id,
    occurred_at,
  });

  const calculate: OrderDesk['calculate'] = async (partner, input) => {
    const point = await requireOrderingPoint(points, partner, input.point_id);
    const cart = priceCart(input.items, point.priceBook(partner.showcase_ids, now()));
    const delivered = input.order_type_id === ORDER_TYPES.delivery && input.address;
    return { ...cart, delivery: delivered ? FREE_DELIVERY : null };
  };

  const place: OrderDesk['place'] = async (partner, input, requestId) => {
    const point = await requireOrderingPoint(points, partner, input.point_id);
    const at = now();
    let draft: OrderDraft;
    try {
      draft = draftOrder(input, partner, point, at);
    } catch (error) {
      // A repeat is answered whatever its body says: the menu may have changed since the order was placed.
      const placed = error instanceof Refusal ? await placedBefore(input) : undefined;
      if (placed) return placed;
      throw error;
    }
    return record(partner, input, point, draft, at, requestId);
  };

  const record = async (
    partner: Partner,
    input: PlaceOrderInput,
    point: OrderingPoint,
    draft: OrderDraft,
    at: string,
    requestId: string,
  ): Promise<Order> => {
    const clientKey = `${partner.brand_id}/${draft.phone}`;
    const [order, client_id] = await Promise.all([
      input.external_id ? identities.claim(orderKey(input.point_id, input.external_id)) : mint(),
      clients.get(clientKey) ?? claimClient(partner.brand_id, draft.phone),
    ]);
    const ids = { order_id: order.id, client_id };
    const command = {
      type: 'PlaceOrder' as const,
      order: toOrderPlaced(draft, input, partner, point, ids, at),
      print: partner.auto_confirm,
    };
    // An id that was claimed before may have its order, or only the claim if that attempt died before the append.
    const options = { fresh: order.claimed };
    const handled = await handler.handle(
      orderDecider,
      order.id,
      command,
      envelope(partner, input.point_id, at, requestId),
      options,
    );
    if (handled.events.length > 0) clients.set(clientKey, client_id);
    return handled.state as Order;
  };

  const claimClient = async (brandId: string, phone: string): Promise<number> =>
    (await identities.claim({ kind: 'client', scope: brandId, key: phone })).id;

  const mint = async () => ({ id: await identities.mint(), claimed: true });

  const placedBefore = async (input: PlaceOrderInput): Promise<Order | undefined> => {
    const id = input.external_id ? await identities.find(orderKey(input.point_id, input.external_id)) : undefined;
    return id === undefined ? undefined : ((await handler.load(orderDecider, id)).state ?? undefined);
  };

  const find: OrderDesk['find'] = async ({ brand_id, point_ids }, orderId) => {
    const { state } = await handler.load(orderDecider, orderId);
    const visible = state?.brand_id === brand_id && (point_ids === null || point_ids.includes(state.point_id));
    if (!state || !visible) throw notFound('order_not_found');
    return state;
  };

  const cancel: OrderDesk['cancel'] = async (partner, orderId, input, requestId) => {
    const order = await find(partner, orderId);
    const cause = await requireCause(partner, order, input);
    const command = {
      type: 'CancelOrder' as const,
      cancel_cause_id: cause?.id ?? null,
      cancel_cause_name: cause?.name ?? null,
      comment: input.comment ?? null,
    };
    const ofOrder = envelope(partner, order.point_id, now(), requestId);
    return (await handler.handle(orderDecider, orderId, command, ofOrder)).state as Order;
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

/** external_id is scoped to the point, whatever key sent it. */
const orderKey = (pointId: string, externalId: string): IdentityKey => ({
  kind: 'order',
  scope: pointId,
  key: externalId,
});
