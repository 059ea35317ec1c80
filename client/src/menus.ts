import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer, Body, Query } from './types.ts';

/** Points, and the reference lists of orders. */
export const createPoints = ({ api, safe }: Connection) => ({
  /**
   * The restaurants of the key.
   *
   * @example
   * ```ts
   * const [point] = await till.points.list();
   * ```
   */
  list: async (options?: CallOptions): Promise<Answer<'listPoints'>['points']> =>
    (await dataOf(api.GET('/v1/points', { ...safe(options) }))).points,

  /**
   * Whether the till shift of a point is open: with a closed one nobody sees an order.
   *
   * @example
   * ```ts
   * if (!(await till.points.isAlive(point_id)).is_alive) showClosed();
   * ```
   */
  isAlive: (point_id: string, options?: CallOptions): Promise<Answer<'isPointAlive'>> =>
    dataOf(api.GET('/v1/points/{point_id}/is-alive', { params: { path: { point_id } }, ...safe(options) })),

  /**
   * How guests may pay at a point.
   *
   * @example
   * ```ts
   * const cash = (await till.points.paymentTypes(point_id)).find((type) => type.category_id === 1);
   * ```
   */
  paymentTypes: async (point_id: string, options?: CallOptions): Promise<Answer<'listPaymentTypes'>['payment_types']> =>
    (await dataOf(api.GET('/v1/payment-types', { params: { query: { point_id } }, ...safe(options) }))).payment_types,

  /**
   * Hall, takeaway and delivery, with their names.
   *
   * @example
   * ```ts
   * const types = await till.points.orderTypes();
   * ```
   */
  orderTypes: async (options?: CallOptions): Promise<Answer<'listOrderTypes'>['order_types']> =>
    (await dataOf(api.GET('/v1/order-types', { ...safe(options) }))).order_types,

  /**
   * The venue's own kinds of an order type.
   *
   * @example
   * ```ts
   * const subs = await till.points.orderTypeSubs({ order_type_id: 3 });
   * ```
   */
  orderTypeSubs: async (
    query: Query<'listOrderTypeSubs'> = {},
    options?: CallOptions,
  ): Promise<Answer<'listOrderTypeSubs'>['order_type_subs']> =>
    (await dataOf(api.GET('/v1/order-type-subs', { params: { query }, ...safe(options) }))).order_type_subs,

  /**
   * Why an order may be cancelled.
   *
   * @example
   * ```ts
   * const causes = await till.points.cancelCauses();
   * ```
   */
  cancelCauses: async (options?: CallOptions): Promise<Answer<'listCancelCauses'>['cancel_causes']> =>
    (await dataOf(api.GET('/v1/cancel-causes', { ...safe(options) }))).cancel_causes,

  /**
   * Which point delivers to a place, and on which terms.
   *
   * @example
   * ```ts
   * const { is_deliverable, point_id } = await till.points.checkDelivery({ latitude: 41.31, longitude: 69.28 });
   * ```
   */
  checkDelivery: (place: Body<'checkDelivery'>, options?: CallOptions): Promise<Answer<'checkDelivery'>> =>
    dataOf(api.POST('/v1/delivery/check', { body: place, ...safe(options) })),
});

/** Menus. Keep one for about an hour, a stop-list for about a minute. */
export const createMenus = ({ api, safe }: Connection) => ({
  /**
   * The menus that the venue made for this key.
   *
   * @example
   * ```ts
   * const [menu] = await till.menus.list();
   * ```
   */
  list: async (options?: CallOptions): Promise<Answer<'listMenus'>['menus']> =>
    (await dataOf(api.GET('/v1/menus', { ...safe(options) }))).menus,

  /**
   * A menu at the prices of a point now. Another point has other prices.
   *
   * @example
   * ```ts
   * const { products } = await till.menus.get(menu.id, { point_id });
   * ```
   */
  get: (id: number, query: Query<'getMenu'>, options?: CallOptions): Promise<Answer<'getMenu'>> =>
    dataOf(api.GET('/v1/menus/{id}', { params: { path: { id }, query }, ...safe(options) })),

  /**
   * The whole catalogue of the brand, with the prices of a point.
   *
   * @example
   * ```ts
   * const { categories } = await till.menus.nomenclature({ point_id });
   * ```
   */
  nomenclature: (query: Query<'getNomenclature'>, options?: CallOptions): Promise<Answer<'getNomenclature'>> =>
    dataOf(api.GET('/v1/nomenclature', { params: { query }, ...safe(options) })),

  /**
   * What is sold out or running out at a point. What is not in it has no limit.
   *
   * @example
   * ```ts
   * const soldOut = (await till.menus.stopList({ point_id })).filter(({ quantity }) => quantity === 0);
   * ```
   */
  stopList: async (query: Query<'getStopList'>, options?: CallOptions): Promise<Answer<'getStopList'>['stop_list']> =>
    (await dataOf(api.GET('/v1/stop-list', { params: { query }, ...safe(options) }))).stop_list,
});
