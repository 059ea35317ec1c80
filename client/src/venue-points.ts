import { type CallOptions, type Connection, dataOf } from './connection.ts';
import { type ListenFrom, listen, type PointChange } from './order-stream.ts';
import type { Answer } from './types.ts';

/** One restaurant of the venue, now. */
export const createVenuePoints = (connection: Connection) => {
  const { api, safe } = connection;
  return {
    /**
     * What goes on there: the till shift, open orders, what is stopped.
     *
     * @example
     * ```ts
     * const { shift, orders } = await venue.points.board(point_id);
     * ```
     */
    board: (point_id: string, options?: CallOptions): Promise<Answer<'getBoard'>> =>
      dataOf(api.GET('/venue/v1/points/{point_id}/board', { params: { path: { point_id } }, ...safe(options) })),

    /**
     * Sales of today by hour, beside the same weekday a week before.
     *
     * @example
     * ```ts
     * const { revenue, before } = await venue.points.today(point_id);
     * ```
     */
    today: (point_id: string, options?: CallOptions): Promise<Answer<'getToday'>> =>
      dataOf(api.GET('/venue/v1/points/{point_id}/today', { params: { path: { point_id } }, ...safe(options) })),

    /**
     * Everything that can be put on a cheque there, with modifiers, prices of now and what is on sale. For a person who is
     * signed in: a venue's key has no menu.
     *
     * @example
     * ```ts
     * const { products } = await venue.points.menu(point_id);
     * ```
     */
    menu: (point_id: string, options?: CallOptions): Promise<Answer<'getNomenclature'>> =>
      dataOf(api.GET('/v1/nomenclature', { params: { query: { point_id } }, ...safe(options) })),

    /**
     * What somebody has to look after: orders that are late, shifts that are not handed over, calls that were given up.
     *
     * @example
     * ```ts
     * const { waiting_orders } = await venue.points.attention(point_id);
     * ```
     */
    attention: (point_id: string, options?: CallOptions): Promise<Answer<'getAttention'>> =>
      dataOf(api.GET('/venue/v1/points/{point_id}/attention', { params: { path: { point_id } }, ...safe(options) })),

    /**
     * What changes there, as it happens: what each event is about. It connects again by itself, and misses nothing. End it
     * with `break` or a signal.
     *
     * @example
     * ```ts
     * const { position } = await venue.points.board(point_id);
     * for await (const { entity, entity_id } of venue.points.stream(point_id, { lastEventId: position })) {
     *   refresh(entity, entity_id);
     * }
     * ```
     */
    stream: (
      point_id: string,
      from: ListenFrom = {},
      options: Pick<CallOptions, 'signal'> = {},
    ): AsyncGenerator<PointChange, void, undefined> =>
      listen(connection, `/venue/v1/points/${encodeURIComponent(point_id)}/stream`, from, options),
  };
};
