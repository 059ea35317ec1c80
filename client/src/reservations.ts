import { type Change, type ChangesFrom, follow } from './changes.ts';
import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer, Body, Query } from './types.ts';

/** A change of a reservation: as it is now. */
export type ReservationChange = Change<{ readonly reservation: Answer<'getReservation'> }, string>;

/** Table reservations. Needs the permission `table_booking`. */
export const createReservations = (connection: Connection) => {
  const { api, safe, once, patient } = connection;
  return {
    /**
     * The rules of a point: how long, how far ahead, opening hours.
     *
     * @example
     * ```ts
     * const { max_days_ahead } = await till.reservations.settings({ point_id });
     * ```
     */
    settings: (
      query: Query<'getReservationSettings'>,
      options?: CallOptions,
    ): Promise<Answer<'getReservationSettings'>> =>
      dataOf(api.GET('/v1/reservations/settings', { params: { query }, ...safe(options) })),

    /**
     * Halls with their tables.
     *
     * @example
     * ```ts
     * const halls = await till.reservations.halls({ point_id });
     * ```
     */
    halls: async (query: Query<'listHalls'>, options?: CallOptions): Promise<Answer<'listHalls'>['halls']> =>
      (await dataOf(api.GET('/v1/reservations/halls', { params: { query }, ...safe(options) }))).halls,

    /**
     * Free time of a day, or free tables of a time. Only `book` decides.
     *
     * @example
     * ```ts
     * const free = await till.reservations.availability({ point_id, date: '2026-03-02', guests: 4 });
     * ```
     */
    availability: (query: Query<'findAvailability'>, options?: CallOptions): Promise<Answer<'findAvailability'>> =>
      dataOf(api.GET('/v1/reservations/availability', { params: { query }, ...safe(options) })),

    /**
     * Books a table. One `external_id` is one reservation, so this repeats safely.
     *
     * @example
     * ```ts
     * const { id, status } = await till.reservations.book({
     *   point_id, external_id: 'site-77', date: '2026-03-02', start_time: '19:00', guests: 4,
     *   guest: { phone: '+998901234567', name: 'Aziza' },
     * });
     * ```
     */
    book: (wish: Body<'bookTable'>, options?: CallOptions): Promise<Answer<'bookTable'>> =>
      dataOf(api.POST('/v1/reservations', { body: wish, ...safe(options) })),

    /**
     * Moves or changes a reservation. Sent once.
     *
     * @example
     * ```ts
     * await till.reservations.move(id, { start_time: '20:00' });
     * ```
     */
    move: (
      reservation_id: string,
      changes: Body<'moveReservation'>,
      options?: CallOptions,
    ): Promise<Answer<'moveReservation'>> =>
      dataOf(
        api.PATCH('/v1/reservations/{reservation_id}', {
          params: { path: { reservation_id } },
          body: changes,
          ...once(options),
        }),
      ),

    /**
     * Cancels a reservation. Who cancels twice gets the same answer, so this repeats safely.
     *
     * @example
     * ```ts
     * await till.reservations.cancel(id, { reason: 'ill', cancelled_by: 'guest' });
     * ```
     */
    cancel: (
      reservation_id: string,
      why: Body<'cancelReservation'> = {},
      options?: CallOptions,
    ): Promise<Answer<'cancelReservation'>> =>
      dataOf(
        api.POST('/v1/reservations/{reservation_id}/cancel', {
          params: { path: { reservation_id } },
          body: why,
          ...safe(options),
        }),
      ),

    /**
     * Tells what became of a deposit. It counts once, and is sent once.
     *
     * @example
     * ```ts
     * await till.reservations.reportDeposit(id, { status: 'refunded' });
     * ```
     */
    reportDeposit: (
      reservation_id: string,
      outcome: Body<'reportDeposit'>,
      options?: CallOptions,
    ): Promise<Answer<'reportDeposit'>> =>
      dataOf(
        api.POST('/v1/reservations/{reservation_id}/deposit', {
          params: { path: { reservation_id } },
          body: outcome,
          ...once(options),
        }),
      ),

    /**
     * A reservation as it is now.
     *
     * @example
     * ```ts
     * const { status, table } = await till.reservations.get(id);
     * ```
     */
    get: (reservation_id: string, options?: CallOptions): Promise<Answer<'getReservation'>> =>
      dataOf(api.GET('/v1/reservations/{reservation_id}', { params: { path: { reservation_id } }, ...safe(options) })),

    /**
     * Your reservations of some days, at most 31; of today unless told.
     *
     * @example
     * ```ts
     * const { reservations } = await till.reservations.list({ date_from: '2026-03-01', date_to: '2026-03-31' });
     * ```
     */
    list: (
      query: Omit<Query<'listReservations'>, 'changed_since' | 'after_id'> = {},
      options?: CallOptions,
    ): Promise<Answer<'listReservations'>> =>
      dataOf(api.GET('/v1/reservations', { params: { query }, ...safe(options) })),

    /**
     * Your reservations as they change, in order, for as long as you listen. Keep the `cursor` of the last change that you
     * have dealt with: as `since` it goes on from there after a restart, and misses nothing. Some changes may come again.
     *
     * @example
     * ```ts
     * for await (const { reservation, cursor } of till.reservations.changes({ since: kept ?? new Date() })) {
     *   await save(reservation, cursor);
     * }
     * ```
     */
    changes: (
      from: ChangesFrom<string>,
      options: CallOptions = {},
    ): AsyncGenerator<ReservationChange, void, undefined> =>
      follow(connection, from, options, async (query) => {
        const page = await dataOf(api.GET('/v1/reservations', { params: { query }, ...patient(options) }));
        const rows = page.reservations.map((reservation) => ({ reservation }));
        return { rows, has_more: page.has_more, next: page.next };
      }),
  };
};
