import type pg from 'pg';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { type DueReservation, dueReservations } from '../../projections/reservations/due-reservations.ts';
import { createFiring } from '../engine/firing.ts';
import { systemEnvelope, type Ticker } from '../engine/process.ts';

export interface ReservationTimersOptions {
  readonly handler: CommandHandler;
  readonly pool: pg.Pool;
}

const NAME = 'reservation-timers';
const EVERY_MS = 1_000;

/**
 * Declines requests that the venue did not answer before they were to begin, and marks guests who did not come. The
 * timers are rows of a read model, so none is lost: after a pause a restart fires them late. Two processes at once do
 * no harm, because the book decides: a reservation that was moved, seated or cancelled meanwhile has nothing to do.
 */
export const createReservationTimers = ({ handler, pool }: ReservationTimersOptions): Ticker => {
  const fire = async (due: DueReservation, now: Date): Promise<void> => {
    const { reservation_id, point_id, status } = due;
    const type = status === 'pending' ? 'FireDecline' : 'FireNoShow';
    const command = { type, reservation_id, at: now.toISOString() } as const;
    await handler.handle(reservationBookDecider, point_id, command, systemEnvelope(NAME, now, due));
  };

  const tick = createFiring<DueReservation>({ due: (now, limit) => dueReservations(pool, now, limit), keyOf, fire });

  return { name: NAME, everyMs: EVERY_MS, tick };
};

/** If it was moved to another time, it may come due again within the minute. */
const keyOf = ({ reservation_id, due_at }: DueReservation): string => `${reservation_id} ${due_at.getTime()}`;
