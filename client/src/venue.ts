import { type BatchedCommand, checkBatch, createCommands, sendBatch } from './commands.ts';
import { type CallOptions, type ConnectionOptions, connect, dataOf } from './connection.ts';
import { type OrderEvent, type StreamFrom, streamOrders } from './order-stream.ts';
import { after, allPages, type Rows } from './pages.ts';
import type { Answer, Body, Filter, Query } from './types.ts';
import { createVenuePoints } from './venue-points.ts';

const PAGE = 200;

/**
 * The API for a venue's own programs: a till, a kitchen screen, a back office.
 *
 * @example
 * ```ts
 * const venue = createVenue({ baseUrl: 'https://till.example.com', apiKey: process.env.VENUE_KEY });
 * await venue.commands.AcceptOrder({ order_id });
 * ```
 */
export const createVenue = (options: ConnectionOptions) => {
  const connection = connect(options);
  const { api, safe } = connection;
  return {
    /**
     * Every command, by its name. The client makes the `command_id` unless you give one, and repeats safely: a command id
     * counts once. Give your own if the command must count once beyond this call, as after a crash of your program.
     *
     * @example
     * ```ts
     * const { result } = await venue.commands.OpenShift({ point_id, cashier_id });
     * ```
     */
    commands: createCommands(connection),

    /**
     * Sends 1 to 500 commands in order, as a till does that was offline. Each is accepted or rejected on its own.
     *
     * @example
     * ```ts
     * const { results } = await venue.send([{ type: 'AcceptOrder', fields: { order_id } }]);
     * ```
     */
    send: (commands: readonly BatchedCommand[], options?: CallOptions): Promise<Answer<'sendCommands'>> =>
      sendBatch(connection, commands, options),

    /**
     * Says which of many commands would be refused if they were sent in order now, and carries out none. For those that define what
     * a brand has: a whole menu, say.
     *
     * @example
     * ```ts
     * const { refused } = await venue.check(commands);
     * for (const { index, message } of refused) console.error(commands[index], message);
     * ```
     */
    check: (commands: readonly BatchedCommand[], options?: CallOptions): Promise<Answer<'checkCommands'>> =>
      checkBatch(connection, commands, options),

    /** Pictures of dishes, menus and points. */
    pictures: {
      /**
       * Takes in a picture, and answers its address: for `image` of products, categories and menus, and for `logo` of points.
       * The same picture sent twice is one.
       *
       * @example
       * ```ts
       * const { image } = await venue.pictures.send(await readFile('plov.jpg'), 'image/jpeg');
       * await venue.commands.ChangeProduct({ id, image });
       * ```
       */
      send: (
        bytes: Uint8Array<ArrayBuffer>,
        type: 'image/jpeg' | 'image/png' | 'image/webp',
        options?: CallOptions,
      ): Promise<Answer<'uploadImage'>> =>
        dataOf(
          api.POST('/venue/v1/images', {
            // The document knows bodies of bytes as texts.
            body: bytes as unknown as string,
            bodySerializer: () => bytes,
            headers: { 'Content-Type': type },
            ...safe(options),
          }),
        ),
    },

    /** Orders as the till sees them. */
    orders: {
      /**
       * An order with its lines, kitchen state and payments.
       *
       * @example
       * ```ts
       * const { items } = await venue.orders.get(order_id);
       * ```
       */
      get: (order_id: number, options?: CallOptions): Promise<Answer<'getVenueOrder'>> =>
        dataOf(api.GET('/venue/v1/orders/{order_id}', { params: { path: { order_id } }, ...safe(options) })),

      /**
       * Orders by ascending id, page after page by themselves.
       *
       * @example
       * ```ts
       * for await (const order of venue.orders.list({ point_id, status: ['CREATED'] })) show(order);
       * ```
       */
      list: (query: Filter<'listVenueOrders'> = {}, options?: CallOptions): Rows<Answer<'listVenueOrders'>['orders']> =>
        allPages(async (after_id?: number | null) => {
          const asked = { query: { ...query, limit: PAGE, ...(after_id != null && { after_id }) } };
          const page = await dataOf(api.GET('/venue/v1/orders', { params: asked, ...safe(options) }));
          return { rows: page.orders, next: after(page.has_more, page.next_after_id) };
        }),

      /**
       * The live feed of orders. It connects again by itself, and misses nothing. End it with `break` or a signal.
       *
       * @example
       * ```ts
       * for await (const { type, order, position } of venue.orders.stream({ point_id, lastEventId: kept })) {
       *   show(type, order);
       *   kept = position;
       * }
       * ```
       */
      stream: (
        from: StreamFrom = {},
        options: Pick<CallOptions, 'signal'> = {},
      ): AsyncGenerator<OrderEvent, void, undefined> => streamOrders(connection, from, options),
    },

    /** One restaurant, as a page shows it. */
    points: createVenuePoints(connection),

    /**
     * Reservations of some days, of every source.
     *
     * @example
     * ```ts
     * const { reservations } = await venue.reservations({ point_id, date_from: '2026-03-02', date_to: '2026-03-02' });
     * ```
     */
    reservations: (
      query: Query<'listVenueReservations'> = {},
      options?: CallOptions,
    ): Promise<Answer<'listVenueReservations'>> =>
      dataOf(api.GET('/venue/v1/reservations', { params: { query }, ...safe(options) })),

    /**
     * Tables of a point, and who sits there.
     *
     * @example
     * ```ts
     * const free = (await venue.tables({ point_id })).filter(({ seated }) => !seated);
     * ```
     */
    tables: async (query: Query<'listTables'>, options?: CallOptions): Promise<Answer<'listTables'>['tables']> =>
      (await dataOf(api.GET('/venue/v1/tables', { params: { query }, ...safe(options) }))).tables,

    /**
     * Calls to partners, with every attempt.
     *
     * @example
     * ```ts
     * for await (const delivery of venue.deliveries({ status: ['undelivered'] })) console.log(delivery.attempts);
     * ```
     */
    deliveries: (
      query: Filter<'listDeliveries'> = {},
      options?: CallOptions,
    ): Rows<Answer<'listDeliveries'>['deliveries']> =>
      allPages(async (after_id?: number | null) => {
        const asked = { query: { ...query, limit: PAGE, ...(after_id != null && { after_id }) } };
        const page = await dataOf(api.GET('/venue/v1/deliveries', { params: asked, ...safe(options) }));
        return { rows: page.deliveries, next: after(page.has_more, page.next_after_id) };
      }),

    /**
     * What a change of salary terms would pay. Nothing is recorded.
     *
     * @example
     * ```ts
     * const preview = await venue.previewPayroll(terms);
     * ```
     */
    previewPayroll: (terms: Body<'previewPayroll'>, options?: CallOptions): Promise<Answer<'previewPayroll'>> =>
      dataOf(api.POST('/venue/v1/payroll/preview', { body: terms, ...safe(options) })),

    /** Any path of the API, typed, with the token: for what has no method here. Sent once; errors are thrown. */
    api,
  };
};

/** What {@link createVenue} makes. */
export type Venue = ReturnType<typeof createVenue>;
