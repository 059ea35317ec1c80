import { notFound } from '../../domain/refusal.ts';
import { entryOf } from '../../domain/reservations/by-uuid.ts';
import type { ReservationBookCommand } from '../../domain/reservations/commands.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import { type Book, isOver, reservationIn, statusOf } from '../../domain/reservations/state.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import { normalisePhone } from '../fields/phone.ts';
import { askFirst } from '../loop/ask-first.ts';
import { type Envelope, partnerEnvelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import type { Folded } from '../loop/stream-cache.ts';
import type { Partner } from '../orders/partner.ts';
import { isKeysPoint } from '../points/require-point.ts';
import { bookOnce } from './book-once.ts';
import type { ExternalIds } from './external-ids.ts';
import { lastInBook } from './last-in-book.ts';
import type { BookInput, CancelInput, DepositInput, MoveInput } from './reservation-input.ts';
import { foundReservation, type ReservationLookups, type ShownReservation } from './reservation-lookups.ts';
import { type BookReferences, checkReferences, toBook, toChanges } from './to-book-command.ts';

/**
 * A partner's commands on reservations (docs/domain.md#reservations). A Refusal: nothing was recorded of the reservation.
 * Unavailable: it may have been, and sent again with the same external_id it tells.
 */
export interface ReservationDesk {
  /** Books, or answers the reservation that was booked with the same external_id, as it is now. */
  book(
    partner: Partner,
    input: BookInput,
    requestId: string,
  ): Promise<{ readonly reservation: Reservation; readonly is_new: boolean }>;
  move(partner: Partner, reservationId: string, input: MoveInput, requestId: string): Promise<Reservation>;
  cancel(partner: Partner, reservationId: string, input: CancelInput, requestId: string): Promise<Reservation>;
  reportDeposit(partner: Partner, reservationId: string, input: DepositInput, requestId: string): Promise<Reservation>;
  /** A reservation of the partner's own; another's is not found. */
  find(partner: Partner, reservationId: string): Promise<Reservation>;
}

export interface ReservationDeskOptions {
  readonly handler: CommandHandler;
  readonly store: Pick<EventStore, 'read'>;
  readonly externalIds: ExternalIds;
  readonly clients: ClientRegister;
  readonly lookups: ReservationLookups;
  /** Resolves when the read models show what was recorded up to the position, or after a bounded wait. */
  readonly settled: (position: number) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createReservationDesk = (options: ReservationDeskOptions): ReservationDesk => {
  const { handler, store, externalIds, clients, lookups, settled, clock, newUuid } = options;
  const now = (): string => new Date(clock()).toISOString();

  const envelopeOf = (partner: Partner, point_id: string, correlation_id: string, occurred_at: string): Envelope =>
    partnerEnvelope(partner, { command_id: newUuid(), correlation_id, point_id, occurred_at });

  const requirePoint = async (partner: Partner, pointId: string): Promise<BookReferences> => {
    const point = isKeysPoint(partner, pointId) ? await lookups.point(partner.brand_id, pointId) : undefined;
    if (!point) throw notFound('point_not_found');
    return point;
  };

  const book: ReservationDesk['book'] = async (partner, input, requestId) => {
    const point = await requirePoint(partner, input.point_id);
    return bookOnce({ ...input, key_id: partner.key_id }, externalIds, {
      has: async (pointId, reservationId) =>
        statusOf((await handler.load(reservationBookDecider, pointId)).state, reservationId) !== undefined,
      forgo: async (point_id, reservation_id) => {
        const command = { type: 'Forgo' as const, brand_id: partner.brand_id, point_id, reservation_id };
        const envelope = envelopeOf(partner, point_id, requestId, now());
        const { state } = await handler.handle(reservationBookDecider, point_id, command, envelope);
        return statusOf(state, reservation_id) === undefined;
      },
      book: (reservationId) => bookAs(reservationId, partner, input, point, requestId),
      found: async (pointId, reservationId) => {
        const book = await handler.load(reservationBookDecider, pointId);
        return { reservation: await inBook(book, partner, pointId, reservationId), is_new: false };
      },
    });
  };

  const bookAs = async (
    reservation_id: string,
    partner: Partner,
    input: BookInput,
    point: BookReferences,
    requestId: string,
  ) => {
    const { brand_id, key_id, country_code } = partner;
    await checkReferences(input, point, (tableId) => lookups.isTableOfBrand(brand_id, tableId));
    const phone = normalisePhone(input.guest.phone, country_code, 'guest.phone');
    const at = now();
    const envelope = envelopeOf(partner, input.point_id, requestId, at);
    const commandFor = (client_id: number | null) => {
      const guest = { client_id, phone, name: input.guest.name ?? null };
      return toBook(input, { reservation_id, at, point: point.book, source: 'partner', key_id, guest });
    };
    // The name is what the cashier calls out, not what the client is called.
    const client = { brand_id, phone, name: null };
    if ((await clients.known(client)) === undefined) {
      // Before a client is made: a refused booking should leave none behind.
      const { state } = await handler.load(reservationBookDecider, input.point_id);
      askFirst(reservationBookDecider, state, commandFor(null));
    }
    const command = commandFor(await clients.findOrCreate(client, envelope));
    const handled = await handler.handle(reservationBookDecider, input.point_id, command, envelope);
    const [reservation] = handled.events.map(reservationIn);
    if (!reservation || handled.position === null) {
      return { reservation: await inBook(handled, partner, input.point_id, reservation_id), is_new: false };
    }
    await settled(handled.position);
    return { reservation, is_new: true };
  };

  const requireOwn = (partner: Partner, reservation: Reservation | undefined): Reservation => {
    const isOwn = reservation?.source === 'partner' && reservation.key_id === partner.key_id;
    if (!reservation || !isKeysPoint(partner, reservation.point_id) || !isOwn) throw notFound('reservation_not_found');
    return reservation;
  };

  const find: ReservationDesk['find'] = async (partner, reservationId) => {
    const shown = await lookups.reservation(partner.brand_id, reservationId);
    const reservation = requireOwn(partner, foundReservation(shown));
    if (shown.isLatest || isOver(reservation)) return reservation;
    // Else it would be shown as it was before the partner's own last change.
    const { point_id } = reservation;
    return inBook(await handler.load(reservationBookDecider, point_id), partner, point_id, reservationId, shown);
  };

  /**
   * The reservation as the book has it, whatever the read model shows. The book keeps the status alone of one that is
   * over: that is answered from the read model, or, while that is behind, from the last event about it.
   */
  const inBook = async (
    { state, revision }: Folded<Book>,
    partner: Partner,
    pointId: string,
    reservationId: string,
    known?: ShownReservation,
  ): Promise<Reservation> => {
    const current = entryOf(state.current, reservationId);
    if (current) return requireOwn(partner, current);
    const { reservation, isLatest } = known ?? (await lookups.reservation(partner.brand_id, reservationId));
    const isFinal = reservation !== undefined && (isLatest || isOver(reservation));
    return requireOwn(partner, isFinal ? reservation : await lastInBook(store, pointId, revision, reservationId));
  };

  /** Carries a command out on the partner's own reservation, and answers it as it then is. */
  const change = async (
    partner: Partner,
    reservationId: string,
    requestId: string,
    command: (at: string, reservation: Reservation) => Promise<ReservationBookCommand>,
  ): Promise<Reservation> => {
    const reservation = await find(partner, reservationId);
    const { point_id } = reservation;
    const at = now();
    const envelope = envelopeOf(partner, point_id, requestId, at);
    const decided = await command(at, reservation);
    const handled = await handler.handle(reservationBookDecider, point_id, decided, envelope);
    if (handled.position !== null) await settled(handled.position);
    const [changed] = handled.events.map(reservationIn);
    return changed ?? inBook(handled, partner, point_id, reservationId);
  };

  return {
    book,
    find,
    move: (partner, reservation_id, input, requestId) =>
      change(partner, reservation_id, requestId, async (at, { point_id }) => {
        const point = await requirePoint(partner, point_id);
        await checkReferences(input, point, (tableId) => lookups.isTableOfBrand(partner.brand_id, tableId));
        return { type: 'Move', reservation_id, at, point: point.book, by: 'partner', changes: toChanges(input) };
      }),
    cancel: (partner, reservation_id, input, requestId) =>
      change(partner, reservation_id, requestId, async (at) => ({
        type: 'Cancel',
        ...{ reservation_id, at, by: 'partner' },
        cancelled_by: input.cancelled_by ?? 'guest',
        reason: input.reason ?? null,
        deposit_status: input.deposit_status ?? null,
      })),
    reportDeposit: (partner, reservation_id, { status }, requestId) =>
      change(partner, reservation_id, requestId, async (at) => ({ type: 'ReportDeposit', reservation_id, at, status })),
  };
};
