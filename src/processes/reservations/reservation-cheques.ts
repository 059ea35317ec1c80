import type { CommandContext } from '../../commands/bus/context.ts';
import type { ClientRegister } from '../../commands/clients/client-register.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import type { OrderingPoints } from '../../commands/points/ordering-point.ts';
import { closeSeatingOf } from '../../commands/reservations/end-seating.ts';
import type { ReservationLookups } from '../../commands/reservations/reservation-lookups.ts';
import { openSeatedCheque } from '../../commands/reservations/seated-cheque.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { placedOrder } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import { entryOf } from '../../domain/reservations/by-uuid.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import { type Recorded, type RecordedEvent, RevisionConflict } from '../../event-store/event-store.ts';
import { defineFollower } from '../engine/define-follower.ts';
import { firstPosition } from '../engine/first-position.ts';
import { type Follower, systemEnvelope, type Ticker } from '../engine/process.ts';

export interface ReservationChequesOptions {
  readonly handler: CommandHandler;
  readonly clients: Pick<ClientRegister, 'findOrCreate'>;
  readonly lookups: Pick<ReservationLookups, 'reservation'>;
  readonly points: Pick<OrderingPoints, 'placeThen'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const NAME = 'reservation-cheques';
const TYPES = ['ReservationSeated', 'ReservationMoved', 'ChequeOpened', 'ChequeClosed', 'OrderDeleted'] as const;
const TICK_MS = 1_000;
/**
 * How long the till that seats or moves guests may take for their cheque. It knows the waiter, and this process does
 * not.
 */
const PATIENCE_MS = 20_000;

/**
 * Guests who were seated and whose cheque was not seen yet, or who were moved and whose cheque may still be at the old
 * table. An assignment of the cheque does not end the wait: of two tills that move the same guests, the first in the
 * book may be the last at the cheque.
 */
interface Seating {
  readonly event: RecordedEvent;
  readonly reservation: Reservation;
  /** Their cheque. */
  readonly order_id: number;
  /** Milliseconds since the epoch. */
  readonly seen_at: number;
}

/**
 * Makes sure that seated guests have a cheque, that it is at their table, and that a reservation is closed with it. The
 * till's commands do all of this at once; this process repairs what a crash left between two streams. What it waits for
 * is in memory only, so its checkpoint stays before that. Each step is idempotent: two processes may take it.
 */
export const createReservationCheques = (
  options: ReservationChequesOptions,
): { follower: Follower; ticker: Ticker } => {
  const { handler, clients, lookups, points, clock } = options;
  const reader = {
    load: async (decider, id) => (await handler.load(decider, id)).state,
  } satisfies Pick<CommandContext, 'load'>;
  /** By order. */
  const waiting = new Map<number, Seating>();

  const see = async (event: Recorded<EventOf<(typeof TYPES)[number]>>): Promise<void> => {
    switch (event.type) {
      case 'ReservationSeated':
      case 'ReservationMoved': {
        const reservation = event.data;
        const { status, order_id } = reservation;
        if (status !== 'opened' || order_id === null) return;
        // Guests that are seen again, after a failure, have waited already. A later move replaces an earlier one, also
        // one that is being worked on, because the book may have been read before that move.
        if (waiting.get(order_id)?.event.position === event.position) return;
        waiting.set(order_id, { event, reservation, order_id, seen_at: clock() });
        return;
      }
      case 'ChequeOpened':
        waiting.delete(event.data.order_id);
        return;
      case 'ChequeClosed': {
        const { reservation_id, order_id } = event.data;
        return close(event, reservation_id, order_id, false);
      }
      case 'OrderDeleted': {
        const { deleted_by, order_id } = event.data;
        // Only the till deletes cheques that it opened.
        if (deleted_by !== 'venue') return;
        const order = placedOrder((await handler.load(orderDecider, order_id)).state);
        return close(event, order?.reservation_id ?? null, order_id, true);
      }
    }
  };

  const close = async (
    event: RecordedEvent,
    reservation_id: string | null,
    order_id: number,
    is_deleted: boolean,
  ): Promise<void> => {
    if (reservation_id === null) return;
    const { brand_id, point_id, occurred_at: at } = event.metadata;
    if (point_id === undefined) throw new Error(`event ${event.id} of an order names no point`);
    const ended = { reservation_id, order_id, brand_id, point_id, is_deleted };
    const command = await closeSeatingOf(reader, lookups, ended, at);
    const envelope = systemEnvelope(NAME, new Date(clock()), { brand_id, point_id }, event);
    // Refused: no guests sit there with this cheque, so there is nothing to close.
    await unlessRefused(handler.handle(reservationBookDecider, point_id, command, envelope));
  };

  const open = async ({ event, reservation }: Seating, now: Date): Promise<void> => {
    const envelope = systemEnvelope(NAME, now, reservation, event);
    const opener = {
      ...reader,
      handle: (decider, id, command) => handler.handle(decider, id, command, envelope),
      envelope: () => envelope,
      now: now.getTime(),
    } satisfies Parameters<typeof openSeatedCheque>[0];
    await openSeatedCheque(opener, { clients, points }, reservation, null);
  };

  /**
   * The book has decided where they sit: the cheque follows, unless it is at no table or they have left. The till may
   * move them again at this moment, first in the book and then on the cheque. So the cheque is read before the book,
   * and moves only if nothing has happened to it since: otherwise an older table would undo the till's move.
   */
  const follow = async ({ event, reservation, order_id }: Seating, now: Date): Promise<void> => {
    const { state, revision } = await handler.load(orderDecider, order_id);
    const order = placedOrder(state);
    const book = (await handler.load(reservationBookDecider, reservation.point_id)).state;
    const sitting = entryOf(book.current, reservation.reservation_id);
    if (sitting?.status !== 'opened' || !sitting.table || order?.table_id == null) return;
    if (sitting.table.id === order.table_id) return;
    const command = { type: 'AssignCheque' as const, assigned: { table_id: sitting.table.id } };
    const envelope = systemEnvelope(NAME, now, reservation, event);
    await unlessRefused(handler.handle(orderDecider, order_id, command, envelope, { revision }));
  };

  /** If it fails, the next tick tries again. It delays no other. */
  const seeToDue = async (now: Date): Promise<void> => {
    const failures: unknown[] = [];
    for (const [orderId, seating] of waiting) {
      // A clock that was set back does not make it wait for longer.
      if (Math.abs(now.getTime() - seating.seen_at) < PATIENCE_MS) continue;
      try {
        await (seating.event.type === 'ReservationSeated' ? open : follow)(seating, now);
        // Only the entry that was worked on: they may have been moved again meanwhile.
        if (waiting.get(orderId) === seating) waiting.delete(orderId);
      } catch (error) {
        // Somebody changes the cheque at this moment: the next tick looks again.
        if (!(error instanceof RevisionConflict)) failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };

  return {
    follower: defineFollower({
      name: NAME,
      types: TYPES,
      startAt: 'start',
      handle: async (events) => {
        for (const event of events) await see(event);
      },
      holdBack: () => firstPosition(waiting.values().map(({ event }) => event)),
      begin: () => waiting.clear(),
    }),
    ticker: { name: NAME, everyMs: TICK_MS, tick: seeToDue },
  };
};

const unlessRefused = async (handled: Promise<unknown>): Promise<void> => {
  await handled.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
};
