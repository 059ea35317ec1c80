import type { ChequeClosed, ItemRemoved, OrderPlaced } from '../../domain/orders/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { forEachAFew } from '../engine/for-each-a-few.ts';
import type { Follower, Ticker } from '../engine/process.ts';
import { createHoldRepair, type EndedOrder, type HoldRepairOptions, NAME } from './hold-repair.ts';
import { boundedBy, type PendingHold, toPendingHold } from './pending.ts';

export interface HeldUnitsOptions extends HoldRepairOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const LOOK_EVERY_MS = 1_000;
/** Sold units are in no hurry to be forgotten; one event for many keeps the log of a busy point short. */
const SETTLE_EVERY_MS = 10_000;
/** More than this, as when a long log is caught up with, are settled at once: memory stays bounded. */
const MAX_CLOSED = 1_000;
/** The units have what they were taken for. */
const ARRIVALS: ReadonlySet<string> = new Set(['OrderPlaced', 'ChequeOpened', 'ItemsAdded']);

/**
 * Sees to it that no unit of the stop-list is lost: gives back what was taken for an order that was never placed or is
 * deleted, and forgets what was sold. What it still waits for is in memory only, so its checkpoint stays before that
 * and a restart sees it again.
 */
export const createHeldUnits = (options: HeldUnitsOptions): { follower: Follower; tickers: readonly Ticker[] } => {
  const { clock } = options;
  const repair = createHoldRepair(options);
  const pending = new Map<string, PendingHold>();
  /** Closed orders to be settled, by order. */
  const closed = new Map<number, EndedOrder>();

  const see = (event: RecordedEvent): void => {
    if (event.type === 'UnitsTaken') {
      const hold = toPendingHold(event, clock());
      // One that is seen again, after a failure, has waited already.
      if (!pending.has(hold.hold_id)) pending.set(hold.hold_id, hold);
    } else if (ARRIVALS.has(event.type) || event.type === 'UnitsReturned') {
      const { hold_id } = event.data as Pick<OrderPlaced, 'hold_id'>;
      if (hold_id !== null) pending.delete(hold_id);
    } else if (event.type === 'ChequeClosed') {
      const order = toEndedOrder(event);
      closed.set(order.order_id, order);
    }
  };

  const follower: Follower = {
    name: NAME,
    types: ['UnitsTaken', 'UnitsReturned', ...ARRIVALS, 'ItemRemoved', 'OrderDeleted', 'ChequeClosed'],
    startAt: 'start',
    handle: async (events) => {
      events.forEach(see);
      const deleted = events.filter((event) => event.type === 'OrderDeleted').map(toEndedOrder);
      await forEachAFew(deleted, (order) => repair.giveBackAll(order, new Date(clock())));
      const reduced = events.filter((event) => event.type === 'ItemRemoved');
      await forEachAFew(reduced, (event) => {
        const { order_id } = event.data as ItemRemoved;
        return repair.fit(order_id, new Date(clock()), event);
      });
      if (closed.size > MAX_CLOSED) await settleClosed(new Date(clock()));
    },
    holdBack: () => {
      let first = Number.POSITIVE_INFINITY;
      for (const { event } of pending.values()) first = Math.min(first, event.position);
      for (const { position } of closed.values()) first = Math.min(first, position);
      return Number.isFinite(first) ? first : undefined;
    },
    begin: () => {
      pending.clear();
      closed.clear();
    },
  };

  const resolveDue = async (now: Date): Promise<void> => {
    for (const [id, hold] of pending) pending.set(id, boundedBy(hold, now.getTime()));
    const due = [...pending.values()].filter((hold) => hold.due_at <= now.getTime());
    await forEachAFew(due, async (hold) => {
      await repair.resolve(hold, now);
      pending.delete(hold.hold_id);
    });
  };

  const settleClosed = async (now: Date): Promise<void> => {
    const byPoint = Object.groupBy(closed.values(), (order) => order.point_id);
    await forEachAFew(Object.values(byPoint), async (orders = []) => {
      await repair.settleAll(orders, now);
      for (const { order_id } of orders) closed.delete(order_id);
    });
  };

  const tickers: Ticker[] = [
    { name: NAME, everyMs: LOOK_EVERY_MS, run: resolveDue },
    { name: `${NAME}-settle`, everyMs: SETTLE_EVERY_MS, run: settleClosed },
  ];
  return { follower, tickers };
};

const toEndedOrder = (event: RecordedEvent): EndedOrder => {
  const { order_id, hold_ids } = event.data as Pick<ChequeClosed, 'order_id' | 'hold_ids'>;
  const { brand_id, point_id } = event.metadata;
  if (point_id === undefined) throw new Error(`event ${event.id} of an order names no point`);
  return { brand_id, point_id, order_id, hold_ids, position: event.position };
};
