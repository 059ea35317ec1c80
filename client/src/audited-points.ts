import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer } from './types.ts';

/** An instant (ISO 8601 with an offset, or a Date) or a position of the log. */
type Moment = string | number | Date;

const when = (at: Moment | undefined) =>
  at === undefined ? {} : { at: at instanceof Date ? at.toISOString() : String(at) };

/** One restaurant, at any moment. */
export const createAuditedPoints = ({ api, safe }: Connection) => ({
  /**
   * What went on there, in the shape of `venue.points.board`; now unless told.
   *
   * @example
   * ```ts
   * const { orders } = await auditor.points.board(point_id, '2026-03-06T20:15:00+05:00');
   * ```
   */
  board: (point_id: string, at?: Moment, options?: CallOptions): Promise<Answer<'getBoardThen'>> =>
    dataOf(
      api.GET('/audit/v1/points/{point_id}/board', {
        params: { path: { point_id }, query: when(at) },
        ...safe(options),
      }),
    ),
});
