import type pg from 'pg';
import type { OperationContext } from '../../commands/bus/context.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { isOfEarlierDay, releaseOnLaterDay } from '../../commands/orders/release.ts';
import { tillDayOf } from '../../commands/shifts/till-day.ts';
import { giveBackUnits } from '../../commands/stop-list/deleted-units.ts';
import type { UnitHolds } from '../../commands/stop-list/unit-holds.ts';
import { forEachAFew } from '../../concurrency/for-each-a-few.ts';
import type { OrderCommand } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { placedOrder } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type DueTimer, dueTimers } from '../../projections/orders/due-timers.ts';
import { createFiring } from '../engine/firing.ts';
import { systemEnvelope, type Ticker } from '../engine/process.ts';

export interface OrderTimersOptions {
  readonly handler: CommandHandler;
  readonly pool: pg.Pool;
  readonly units: Pick<UnitHolds, 'giveBack' | 'recheck'>;
}

const NAME = 'order-timers';
const EVERY_MS = 1_000;
const KINDS = ['payment', 'release'] as const;

/**
 * Deletes orders that were not paid in time, and hands preorders over to the till. The timers are rows of a read model,
 * so none is lost: after a pause a restart fires them late. Two processes at once do no harm, because the order
 * decides: an order that has moved on refuses, or has nothing to do.
 */
export const createOrderTimers = ({ handler, pool, units }: OrderTimersOptions): Ticker => {
  const decide = async (timer: DueTimer, command: OrderCommand, now: Date): Promise<void> => {
    const envelope = systemEnvelope(NAME, now, timer);
    const { events } = await handler.handle(orderDecider, timer.order_id, command, envelope);
    await giveBackUnits(units, timer, events, envelope);
  };

  const expiryOf = async (timer: DueTimer, now: Date): Promise<OrderCommand> => {
    const load: OperationContext['load'] = async (decider, id) => (await handler.load(decider, id)).state;
    return { type: 'ExpirePayment', ...(await tillDayOf({ load }, timer, now.toISOString())) };
  };

  const releaseOf = async (timer: DueTimer, now: Date): Promise<OrderCommand> => {
    const release: OrderCommand = { type: 'ReleasePreorder' };
    if (!isOfEarlierDay(timer, now.toISOString(), timer)) return release;
    const order = placedOrder((await handler.load(orderDecider, timer.order_id)).state);
    if (order?.status !== 'PREORDER') return release;
    return releaseOnLaterDay(order, units, systemEnvelope(NAME, now, timer));
  };

  const fire = async (timer: DueTimer, now: Date): Promise<void> => {
    try {
      await decide(timer, timer.kind === 'payment' ? await expiryOf(timer, now) : await releaseOf(timer, now), now);
    } catch (error) {
      // Somebody else cancelled, paid or released it at this very moment.
      if (!(error instanceof Refusal)) throw error;
    }
  };

  const firings = KINDS.map((kind) =>
    createFiring<DueTimer>({
      due: (now, limit) => dueTimers(pool, kind, now, limit),
      keyOf: ({ order_id }) => order_id,
      fire,
    }),
  );
  // One kind after the other: together they would have twice as many commands under way.
  const tick = (now: Date): Promise<void> => forEachAFew(firings, (fireDue) => fireDue(now), 1);

  return { name: NAME, everyMs: EVERY_MS, tick };
};
