import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { from, lastValueFrom, mergeMap } from 'rxjs';
import type { CommandHandler } from '../../commands/handle.ts';
import { reservationBookDecider } from '../../domain/reservation-book/decide.ts';
import { type DueReservation, dueReservations } from '../../projections/reservations/due-reservations.ts';
import { systemEnvelope, type Ticker } from '../process.ts';

export interface ReservationTimersOptions {
  readonly handler: CommandHandler;
  readonly pool: pg.Pool;
}

const NAME = 'reservation-timers';
const EVERY_MS = 1_000;
const PAGE = 500;
/** Many due at once go a few at a time, so that requests are served in between. */
const AT_ONCE = 8;
/** Fired, and not fired again before the read model has had the time to show it. */
const FIRED_FOR_MS = 60_000;

/**
 * Declines requests that nobody answered until they were to begin, and marks guests who did not come. The timers are
 * rows of a read model, so none is lost: a restart that slept through some fires them late. Two processes at once do no
 * harm: the book decides, and a reservation that was moved, seated or cancelled meanwhile finds nothing to do.
 */
export const createReservationTimers = ({ handler, pool }: ReservationTimersOptions): Ticker => {
  const fired = new LRUCache<string, true>({ max: 10_000, ttl: FIRED_FOR_MS });

  const fire = async (due: DueReservation, now: Date): Promise<void> => {
    const { reservation_id, point_id, status } = due;
    const type = status === 'pending' ? 'FireDecline' : 'FireNoShow';
    const command = { type, reservation_id, at: now.toISOString() } as const;
    await handler.handle(reservationBookDecider, point_id, command, systemEnvelope(NAME, now, due));
    fired.set(keyOf(due), true);
  };

  /** One that fails is tried again with the next tick; it holds up no other. */
  const run = async (now: Date): Promise<void> => {
    const failures: unknown[] = [];
    const attempt = (due: DueReservation) => fire(due, now).catch((error: unknown) => failures.push(error));
    for (;;) {
      const due = await dueReservations(pool, now, PAGE);
      const waiting = due.filter((each) => !fired.has(keyOf(each)));
      await lastValueFrom(from(waiting).pipe(mergeMap(attempt, AT_ONCE)), { defaultValue: undefined });
      if (due.length < PAGE || waiting.length === 0 || failures.length > 0) break;
    }
    if (failures.length > 0) throw failures[0];
  };

  return { name: NAME, everyMs: EVERY_MS, run };
};

/** Moved to another time, it may come due again within the minute. */
const keyOf = ({ reservation_id, due_at }: DueReservation): string => `${reservation_id} ${due_at.getTime()}`;
