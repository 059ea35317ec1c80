import { type Change, type ChangesFrom, follow } from './changes.ts';
import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer, Body } from './types.ts';

/** A change of an order: as it is now. */
export type OrderChange = Change<{ readonly order: Answer<'getOrder'> }, number>;

/** Placing, reading, paying and cancelling orders. */
export const createOrders = (connection: Connection) => {
  const { api, safe, once, patient } = connection;
  const report = (order_id: number, body: Body<'reportPayment'>, options?: CallOptions) =>
    dataOf(api.POST('/v1/orders/{order_id}/payment', { params: { path: { order_id } }, body, ...safe(options) }));
  return {
    /**
     * Places an order. With an `external_id` of your own it is sent again by itself when no answer came, and after 429 and
     * 5xx: one `external_id` is one order. Without one it is sent once, and an order may stand although an error was thrown.
     *
     * @example
     * ```ts
     * const order = await till.orders.place({
     *   point_id, order_type_id: 2, payment_type_id, external_id: 'shop-1042',
     *   client: { phone: '+998901234567' }, items: [{ product_id: 7, quantity: 2 }],
     * });
     * ```
     */
    place: (order: Body<'placeOrder'>, options?: CallOptions): Promise<Answer<'placeOrder'>> => {
      const sending = order.external_id ? safe(options) : once(options);
      return dataOf(api.POST('/v1/orders', { body: order, ...sending }));
    },

    /**
     * What a cart costs now: the server's prices, delivery included. Nothing is recorded.
     *
     * @example
     * ```ts
     * const { total_amount } = await till.orders.calculate({ point_id, items: [{ product_id: 7, quantity: 2 }] });
     * ```
     */
    calculate: (cart: Body<'calculateOrder'>, options?: CallOptions): Promise<Answer<'calculateOrder'>> =>
      dataOf(api.POST('/v1/orders/calculate', { body: cart, ...safe(options) })),

    /**
     * An order as it is now.
     *
     * @example
     * ```ts
     * const { status } = await till.orders.get(order_id);
     * ```
     */
    get: (order_id: number, options?: CallOptions): Promise<Answer<'getOrder'>> =>
      dataOf(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } }, ...safe(options) })),

    /**
     * Cancels an order that the till has not accepted yet; else 409. Sent once: if no answer came, `get` tells whether the
     * order is DELETED.
     *
     * @example
     * ```ts
     * await till.orders.cancel(order_id, { comment: 'ordered twice' });
     * ```
     */
    cancel: (order_id: number, why: Body<'cancelOrder'> = {}, options?: CallOptions): Promise<Answer<'cancelOrder'>> =>
      dataOf(api.POST('/v1/orders/{order_id}/cancel', { params: { path: { order_id } }, body: why, ...once(options) })),

    /**
     * Tells that the guest has paid the order online, at a provider of yours. Needs the permission `payments`. Sent again by
     * itself when no answer came: one `provider_payment_id` counts once. The amount is the order's total; else 409.
     *
     * @example
     * ```ts
     * await till.orders.paid(order_id, { provider_payment_id: 'pi_3Q', amount: order.total_amount });
     * ```
     */
    paid: (
      order_id: number,
      payment: { readonly provider_payment_id: string; readonly amount: number },
      options?: CallOptions,
    ): Promise<Answer<'reportPayment'>> => report(order_id, payment, options),

    /**
     * Tells that the guest's online payment failed: the order is deleted. Needs the permission `payments`. Sent again by itself
     * when no answer came.
     *
     * @example
     * ```ts
     * await till.orders.paymentFailed(order_id, 'The card was declined');
     * ```
     */
    paymentFailed: (order_id: number, reason: string, options?: CallOptions): Promise<Answer<'reportPayment'>> =>
      report(order_id, { failed: reason }, options),

    /**
     * Your orders with an `external_id`: the one that has it, or one at each point.
     *
     * @example
     * ```ts
     * const [order] = await till.orders.find({ external_id: 'shop-1042' });
     * ```
     */
    find: async (
      query: { readonly external_id: string; readonly point_id?: string },
      options?: CallOptions,
    ): Promise<Answer<'findOrders'>['orders']> =>
      (await dataOf(api.GET('/v1/orders', { params: { query }, ...safe(options) }))).orders,

    /**
     * Your orders as they change, in order, for as long as you listen. Keep the `cursor` of the last change that you have
     * dealt with: as `since` it goes on from there after a restart, and misses nothing. Some changes may come again.
     *
     * @example
     * ```ts
     * for await (const { order, cursor } of till.orders.changes({ since: kept ?? new Date() })) {
     *   await save(order, cursor);
     * }
     * ```
     */
    changes: (from: ChangesFrom<number>, options: CallOptions = {}): AsyncGenerator<OrderChange, void, undefined> =>
      follow(connection, from, options, async (query) => {
        const page = await dataOf(api.GET('/v1/orders', { params: { query }, ...patient(options) }));
        return { rows: page.orders.map((order) => ({ order })), has_more: page.has_more, next: page.next };
      }),
  };
};
