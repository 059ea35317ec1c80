import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer } from './types.ts';

/** One restaurant of the venue, now. */
export const createVenuePoints = ({ api, safe }: Connection) => ({
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
});
