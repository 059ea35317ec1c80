import { forEachAFew } from '../../concurrency/for-each-a-few.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { defineFollower } from '../engine/define-follower.ts';
import type { Follower, Ticker } from '../engine/process.ts';
import { boundedBy } from '../engine/second-step.ts';
import { createHoldRepair, type EndedOrder, type HoldRepairOptions, NAME } from './hold-repair.ts';
import { type PendingHold, toPendingHold } from './pending.ts';

export interface HeldUnitsOptions extends HoldRepairOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const TICK_MS = 1_000;
/** There is no need to forget at once sold units. One event for many keeps the log of a busy point short. */
const SETTLE_TICK_MS = 10_000;
/** Above this number, as when a long log is caught up with, they are settled at once, so that memory stays bounded. */
const MAX_CLOSED = 1_000;
const TYPES = [
  ...(['UnitsTaken', 'UnitsReturned', 'OrderPlaced', 'ChequeOpened', 'ItemsAdded'] as const),
  ...(['ItemRemoved', 'OrderDeleted', 'ChequeClosed'] as const),
];

type Followed = Recorded<EventOf<(typeof TYPES)[number]>>;
type OrderEnd = Recorded<EventOf<'OrderDeleted' | 'ChequeClosed'>>;

/**
 * Makes sure that no unit of the stop-list is lost: gives units back if their order was never placed or is deleted, and
 * forgets sold ones. What it waits for is in memory only, so its checkpoint stays before that, and a restart sees it
 * again.
 */
export const createHeldUnits = (options: HeldUnitsOptions): { follower: Follower; tickers: readonly Ticker[] } => {
  const { clock } = options;
  const repair = createHoldRepair(options);
  const pending = new Map<string, PendingHold>();
  /** Closed orders to be settled, by order. */
  const closed = new Map<number, EndedOrder>();

  const see = (event: Followed): void => {
    switch (event.type) {
      case 'UnitsTaken': {
        const hold = toPendingHold(event, clock());
        // A hold that is seen again, after a failure, has waited already.
        if (!pending.has(hold.hold_id)) pending.set(hold.hold_id, hold);
        return;
      }
      // The hold has its order or items, or its units are back.
      case 'OrderPlaced':
      case 'ChequeOpened':
      case 'ItemsAdded':
      case 'UnitsReturned':
        if (event.data.hold_id !== null) pending.delete(event.data.hold_id);
        return;
      case 'ChequeClosed':
        closed.set(event.data.order_id, toEndedOrder(event));
    }
  };

  const follower = defineFollower({
    name: NAME,
    types: TYPES,
    startAt: 'start',
    // Most orders hold no units.
    concerns: ({ data }) => !('hold_id' in data && data.hold_id === null),
    handle: async (events) => {
      events.forEach(see);
      const deleted = events.filter((event) => event.type === 'OrderDeleted').map(toEndedOrder);
      await forEachAFew(deleted, (order) => repair.giveBackAll(order, new Date(clock())));
      const reduced = events.filter((event) => event.type === 'ItemRemoved');
      await forEachAFew(reduced, (event) => repair.fit(event.data.order_id, new Date(clock()), event));
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
  });

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
    { name: NAME, everyMs: TICK_MS, tick: resolveDue },
    { name: `${NAME}-settle`, everyMs: SETTLE_TICK_MS, tick: settleClosed },
  ];
  return { follower, tickers };
};

const toEndedOrder = (event: OrderEnd): EndedOrder => {
  const { order_id, hold_ids } = event.data;
  const { brand_id, point_id } = event.metadata;
  if (point_id === undefined) throw new Error(`event ${event.id} of an order names no point`);
  return { brand_id, point_id, order_id, hold_ids, position: event.position };
};
