import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { defineWebhookKind, type Notice, type WebhookViews } from '../../../commands/webhooks/webhook-kind.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { orderDecider } from '../../../domain/orders/decide.ts';
import { type Order, placedOrder } from '../../../domain/orders/state.ts';
import { isSameValue } from '../../../domain/same-value.ts';
import type { Language } from '../../http/messages/languages.ts';
import { orderSchema, viewOrder } from '../../orders/order-view.ts';

/** To the key that placed it. A cheque of the till has none, and nobody is told. */
const toOwner = <Data>(order: Order | null, dataOf: (order: Order) => Data): Notice<Data>[] => {
  if (order?.key_id == null) return [];
  const { key_id, point_id, timezone, order_id } = order;
  return [{ to: { only: key_id }, point_id, timezone, lane: order_id, data: dataOf(order) }];
};

const thenOf = async (views: WebhookViews): Promise<Order | null> => placedOrder(await views.stateThen(orderDecider));
const beforeOf = async (views: WebhookViews): Promise<Order | null> =>
  placedOrder(await views.stateBefore(orderDecider));
const languageOf = async (views: WebhookViews): Promise<Language> => (await views.language()) as Language;

/** The event is part of a partner's order, and changed its status. */
const isMoved = (before: Order | null, after: Order | null): boolean =>
  before !== null && after?.key_id != null && before.status !== after.status;

const ofOrders = {
  shown_by: 'orders',
  data: orderSchema,
  about_data: 'the order, as `GET /v1/orders/{id}`',
} as const;

const withMoney = z.object({ order: orderSchema.meta({ description: 'As GET answers it' }), amount: amount() });
const paymentRequired = withMoney.extend({
  payment_due_at: localTimestamp().meta({ description: 'An order that is not paid by then is deleted' }),
});
const refundRequired = withMoney.extend({
  provider_payment_id: z.string().meta({ description: 'The payment that has to go back, as the provider calls it' }),
});

/** The webhooks about the orders of a key. */
export const kinds = [
  defineWebhookKind({
    ...ofOrders,
    event: 'order.created',
    summary: 'An order of the partner’s own was placed',
    types: ['OrderPlaced'],
    tells: async (_, views) => {
      const language = await languageOf(views);
      return toOwner(await thenOf(views), (order) => viewOrder(order, language));
    },
  }),
  defineWebhookKind({
    ...ofOrders,
    event: 'order.status_changed',
    summary: 'An order of the partner’s own has another status',
    types: [
      ...(['PaymentRegistered', 'OrderConfirmed', 'PreorderReleased', 'PreorderFoundShort', 'OrderAccepted'] as const),
      ...(['CookingStarted', 'OrderPacked', 'OrderHandedToCourier', 'OrderDelivered', 'OrderDeleted'] as const),
      ...(['ChequeClosed', 'ChequeReopened'] as const),
    ],
    tells: async (_, views) => {
      const [before, after] = [await beforeOf(views), await thenOf(views)];
      if (!isMoved(before, after)) return [];
      const language = await languageOf(views);
      return toOwner(after, (order) => viewOrder(order, language));
    },
  }),
  defineWebhookKind({
    ...ofOrders,
    event: 'order.updated',
    summary: 'The items, the total or other content of an order of the partner’s own changed',
    types: ['ItemsAdded', 'ItemRemoved', 'ChequeAdjusted', 'ChequeAssigned'],
    tells: async (_, views) => {
      const [before, after] = [await beforeOf(views), await thenOf(views)];
      if (before === null || after?.key_id == null) return [];
      const language = await languageOf(views);
      const data = viewOrder(after, language);
      return isSameValue(viewOrder(before, language), data) ? [] : toOwner(after, () => data);
    },
  }),
  defineWebhookKind({
    shown_by: 'orders',
    data: paymentRequired,
    event: 'order.payment_required',
    summary: 'An order of the partner’s own waits for its payment',
    about_data: 'order, amount, payment_due_at',
    types: ['OrderPlaced'],
    tells: async (_, views) => {
      const after = await thenOf(views);
      if (after?.status !== 'AWAITING_PAYMENT' || after.payment_due_at === null) return [];
      const payment_due_at = toLocalTimestamp(after.payment_due_at, after.timezone);
      const language = await languageOf(views);
      return toOwner(after, (order) => ({
        order: viewOrder(order, language),
        amount: order.total_amount,
        payment_due_at,
      }));
    },
  }),
  defineWebhookKind({
    shown_by: 'orders',
    data: refundRequired,
    event: 'order.refund_required',
    summary:
      'A payment has to go back, or a part of it: the order was deleted, is paid otherwise, or its goods came back',
    about_data: 'order, amount, provider_payment_id',
    types: ['RefundRequired'],
    tells: async ({ data: { amount, provider_payment_id } }, views) => {
      const language = await languageOf(views);
      return toOwner(await thenOf(views), (order) => ({
        order: viewOrder(order, language),
        amount,
        provider_payment_id,
      }));
    },
  }),
];
