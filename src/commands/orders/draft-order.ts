import { quoteDelivery } from '../../domain/delivery/quote.ts';
import { toBusinessDate } from '../../domain/local-time.ts';
import type { OrderDelivery, OrderPlaced } from '../../domain/orders/events.ts';
import { numberLines } from '../../domain/orders/lines.ts';
import { type PricedCart, priceCart } from '../../domain/orders/pricing.ts';
import { initialStatus } from '../../domain/orders/status.ts';
import { ORDER_TYPES, PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Partner } from '../bus/caller.ts';
import { normalisePhone } from '../fields/phone.ts';
import type { OrderingPoint, OrderTypeSub } from '../points/ordering-point.ts';
import type { PlaceOrderInput } from './order-input.ts';
import { payBy, requireOpen, type Schedule, scheduleOrder } from './schedule.ts';

/** An order that is checked and priced, before it has ids. */
export interface OrderDraft {
  readonly phone: string;
  readonly order_type_sub_id: number | null;
  readonly table_id: number | null;
  readonly cart: PricedCart;
  readonly delivery: OrderDelivery | null;
  readonly schedule: Schedule | null;
  readonly payment_due_at: string | null;
}

/**
 * Checks and prices in the order of docs/domain.md#orders: payment type, sub-type, products, stop-list, delivery,
 * schedule.
 */
export const draftOrder = (input: PlaceOrderInput, partner: Partner, point: OrderingPoint, at: string): OrderDraft => {
  const phone = normalisePhone(input.client.phone, partner.country_code, 'client.phone');
  const paymentType = point.payment_types.get(input.payment_type_id);
  if (!paymentType) throw invalid('payment_type_not_available', { field: 'payment_type_id' });
  const order_type_sub_id = chooseSub(input, partner.default_order_type_sub_ids, point.order_type_subs);
  const table_id = chooseTable(input, point);
  const cart = priceCart(input.items, point.priceBook(partner.showcase_ids, at));
  const isDelivery = input.order_type_id === ORDER_TYPES.delivery;
  if (isDelivery && !input.address) throw invalid('field_required', { field: 'address' });
  const delivery = isDelivery && input.address ? quoteDelivery(point.zones, input.address, cart.items_amount) : null;
  const schedule = input.scheduled_at ? scheduleOrder(input.scheduled_at, at, point.point, delivery) : null;
  requireOpen(point.point, schedule, at);
  const payment_due_at = paymentType.category_id === PAYMENT_CATEGORY.online ? payBy(at) : null;
  return { phone, order_type_sub_id, table_id, cart, delivery, schedule, payment_due_at };
};

/**
 * The sub-type of the request. If it has none, that of the key. If the key has none, the venue's default for the order
 * type, or the first one. Null if the venue has no sub-types.
 */
export const chooseSub = (
  input: Pick<PlaceOrderInput, 'order_type_id' | 'order_type_sub_id'>,
  defaults: Partner['default_order_type_sub_ids'],
  subs: readonly OrderTypeSub[],
): number | null => {
  const ofType = subs.filter((sub) => sub.order_type_id === input.order_type_id);
  if (input.order_type_sub_id == null && subs.length === 0) return null;
  const byId = (wanted: number | undefined) => ofType.find((it) => it.id === wanted);
  const bound = byId(defaults[String(input.order_type_id)]);
  const sub =
    input.order_type_sub_id == null
      ? // The key's sub-type may belong to another order type now. The caller cannot mend that, so it is left out.
        (bound ?? ofType.find((it) => it.is_default) ?? ofType[0])
      : byId(input.order_type_sub_id);
  if (!sub) throw invalid('order_type_sub_not_found', { field: 'order_type_sub_id' });
  return sub.id;
};

const chooseTable = (input: PlaceOrderInput, point: OrderingPoint): number | null => {
  if (input.order_type_id !== ORDER_TYPES.hall || input.table_id == null) return null;
  if (!point.tables.has(input.table_id)) throw invalid('table_not_found', { field: 'table_id' });
  return input.table_id;
};

/** The draft with its ids: the data of the order's first event. */
export const toOrderPlaced = (
  draft: OrderDraft,
  input: PlaceOrderInput,
  partner: Partner,
  point: OrderingPoint,
  ids: {
    readonly order_id: number;
    readonly client_id: number;
    readonly client_name: string | null;
    readonly hold_id: string | null;
  },
  placed_at: string,
): OrderPlaced => {
  const { lines, line_comments } = numberLines(draft.cart.items, ids.order_id);
  const waits = {
    payment_due_at: draft.payment_due_at,
    needs_confirmation: needsConfirmation(partner, draft),
    release_at: draft.schedule?.release_at ?? null,
  };
  const { timezone, business_day_cutoff } = point.point;
  // In the order of the alphabet: the tree over the log takes the JSON as it is, and has nothing to sort.
  return {
    auto_confirm: partner.auto_confirm,
    brand_id: partner.brand_id,
    delivery: draft.delivery,
    discount: 0,
    external_id: input.external_id ?? null,
    hold_id: ids.hold_id,
    items_amount: draft.cart.items_amount,
    key_id: partner.key_id,
    lines,
    needs_confirmation: waits.needs_confirmation,
    order_id: ids.order_id,
    order_type_id: input.order_type_id,
    order_type_sub_id: draft.order_type_sub_id,
    payment_due_at: waits.payment_due_at,
    payment_type_id: input.payment_type_id,
    personal: {
      client_id: ids.client_id,
      name: ids.client_name,
      phone: draft.phone,
      address: draft.delivery ? fullAddress(input.address) : null,
      comment: input.comment ?? null,
      line_comments,
    },
    persons: input.persons ?? 1,
    placed_at,
    placed_business_date: toBusinessDate(placed_at, timezone, business_day_cutoff),
    point_id: input.point_id,
    release_at: waits.release_at,
    scheduled_at: draft.schedule?.scheduled_at ?? null,
    service_amount: 0,
    source_id: partner.source_id,
    status: initialStatus(waits),
    table_id: draft.table_id,
    timezone,
    total_amount: draft.cart.items_amount + (draft.delivery?.price ?? 0),
  };
};

const needsConfirmation = ({ operator_confirmation }: Partner, { delivery }: OrderDraft): boolean =>
  operator_confirmation === 'all' || (operator_confirmation === 'delivery' && delivery !== null);

const fullAddress = (address: PlaceOrderInput['address']): OrderPlaced['personal']['address'] =>
  address
    ? {
        street: address.street,
        apartment: address.apartment ?? null,
        floor: address.floor ?? null,
        entrance: address.entrance ?? null,
        intercom: address.intercom ?? null,
        latitude: address.latitude ?? null,
        longitude: address.longitude ?? null,
      }
    : null;
