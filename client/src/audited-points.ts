import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer, Query } from './types.ts';

/** An instant (ISO 8601 with an offset, or a Date) or a position of the log. */
type Moment = string | number | Date;

const written = (at: Moment): string => (at instanceof Date ? at.toISOString() : String(at));

const when = (at: Moment | undefined) => (at === undefined ? {} : { at: written(at) });

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

  /**
   * The sales of that day by hour, in the shape of `venue.points.today`; now unless told.
   *
   * @example
   * ```ts
   * const { revenue } = await auditor.points.today(point_id, '2026-03-06T20:15:00+05:00');
   * ```
   */
  today: (point_id: string, at?: Moment, options?: CallOptions): Promise<Answer<'getTodayThen'>> =>
    dataOf(
      api.GET('/audit/v1/points/{point_id}/today', {
        params: { path: { point_id }, query: when(at) },
        ...safe(options),
      }),
    ),

  /**
   * How much happened there, in equal parts of a time.
   *
   * @example
   * ```ts
   * const buckets = await auditor.points.activity(point_id, { from: '2026-03-06T06:00:00+05:00', to, buckets: 96 });
   * ```
   */
  activity: async (
    point_id: string,
    query: Query<'getActivity'>,
    options?: CallOptions,
  ): Promise<Answer<'getActivity'>['buckets']> => {
    const asked = { params: { path: { point_id }, query }, ...safe(options) };
    return (await dataOf(api.GET('/audit/v1/points/{point_id}/activity', asked))).buckets;
  },

  /**
   * The event that came next there, or before; null: there is none.
   *
   * @example
   * ```ts
   * const event = await auditor.points.step(point_id, { from: position, direction: 'next' });
   * ```
   */
  step: async (
    point_id: string,
    { from, direction }: { readonly from: Moment; readonly direction: Query<'stepActivity'>['direction'] },
    options?: CallOptions,
  ): Promise<Answer<'stepActivity'>['event']> => {
    const query = { from: written(from), direction };
    const asked = { params: { path: { point_id }, query }, ...safe(options) };
    return (await dataOf(api.GET('/audit/v1/points/{point_id}/activity/step', asked))).event;
  },

  /**
   * The position up to which everything had been recorded by an instant: ask for a board at it, and see what was known then.
   *
   * @example
   * ```ts
   * const known = await auditor.points.board(point_id, await auditor.points.known(point_id, '2026-03-06T20:15:00+05:00'));
   * ```
   */
  known: async (point_id: string, at: string, options?: CallOptions): Promise<number> => {
    const asked = { params: { path: { point_id }, query: { at } }, ...safe(options) };
    return (await dataOf(api.GET('/audit/v1/points/{point_id}/activity/known', asked))).position;
  },
});
