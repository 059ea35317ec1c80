import type pg from 'pg';
import type { CommandHandler } from '../../commands/handle.ts';
import { giveBackUnits } from '../../commands/ordering/deleted-units.ts';
import type { UnitHolds } from '../../commands/ordering/unit-holds.ts';
import { toBusinessDate } from '../../domain/local-time.ts';
import type { OrderCommand } from '../../domain/order/commands.ts';
import { orderDecider } from '../../domain/order/decide.ts';
import { placedOrder } from '../../domain/order/order.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type DueTimer, dueTimers } from '../../projections/orders/due-timers.ts';
import { createFiring } from '../firing.ts';
import { forEachAFew } from '../for-each-a-few.ts';
import { systemEnvelope, type Ticker } from '../process.ts';

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
 * so none is lost: a restart that slept through some fires them late. Two processes at once do no harm, the order
 * decides; an order that has gone on meanwhile refuses, or finds nothing to do.
 */
export const createOrderTimers = ({ handler, pool, units }: OrderTimersOptions): Ticker => {
  const decide = async (timer: DueTimer, command: OrderCommand, now: Date): Promise<void> => {
    const envelope = systemEnvelope(NAME, now, timer);
    const { events } = await handler.handle(orderDecider, timer.order_id, command, envelope);
    await giveBackUnits(units, timer, events, envelope);
  };

  /** On a later business day than it was placed, the stop-list may no longer allow what it allowed then. */
  const shortageOf = async (timer: DueTimer, now: Date): Promise<readonly number[]> => {
    const { order_id, placed_business_date, timezone, business_day_cutoff } = timer;
    if (toBusinessDate(now.toISOString(), timezone, business_day_cutoff) <= placed_business_date) return [];
    const order = placedOrder((await handler.load(orderDecider, order_id)).state);
    return order?.status === 'PREORDER' ? units.recheck(order, systemEnvelope(NAME, now, timer)) : [];
  };

  const release = async (timer: DueTimer, now: Date): Promise<void> => {
    const product_ids = await shortageOf(timer, now);
    await decide(
      timer,
      product_ids.length > 0 ? { type: 'FlagShortage', product_ids } : { type: 'ReleasePreorder' },
      now,
    );
  };

  const fire = async (timer: DueTimer, now: Date): Promise<void> => {
    try {
      await (timer.kind === 'payment' ? decide(timer, { type: 'ExpirePayment' }, now) : release(timer, now));
    } catch (error) {
      // Cancelled, paid or released by somebody else in this very moment.
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
  const run = (now: Date): Promise<void> => forEachAFew(firings, (fireDue) => fireDue(now), 1);

  return { name: NAME, everyMs: EVERY_MS, run };
};
