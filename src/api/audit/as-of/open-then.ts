import { orderDecider } from '../../../domain/orders/decide.ts';
import { type Order, placedOrder } from '../../../domain/orders/state.ts';
import { isFinal } from '../../../domain/orders/status.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { foldAll, foldingOf } from '../../../projections/as-of/fold-history.ts';
import type { Bound } from '../../../projections/as-of/moment.ts';
import { ordersNear, ordersRecordedNear } from '../../../projections/orders/spans.ts';
import type { Asker } from '../entity.ts';
import type { Then, ThenDependencies } from '../points-then.ts';
import { readHistories } from '../read-history.ts';

/** How many histories of orders are read at once, and held in memory. */
const AT_ONCE = 20;

const folding = foldingOf(orderDecider);

/**
 * Whether the last end of an order had happened by an instant. Tills’ clocks differ: something before the end in the
 * order’s history may have a later time. The order is over all the same.
 */
const hadEnded = (history: readonly RecordedEvent[], bound: Bound): boolean => {
  if (bound === null || 'position' in bound) return false;
  const last = history.findLast(({ type }) => type === 'ChequeReopened' || ENDS.includes(type));
  return last !== undefined && ENDS.includes(last.type) && Date.parse(last.metadata.occurred_at) <= bound.instant;
};

const ENDS: readonly string[] = ['ChequeClosed', 'OrderDeleted'];

/**
 * The orders of a point that were open at a moment, by id: at most `most`. A read model says which orders may have been
 * open. Only their histories say which of them were.
 */
export const createOpenThen =
  ({ store, pool }: Pick<ThenDependencies, 'store' | 'pool'>) =>
  async (then: Then, pointId: string, { brandId, signal }: Asker, most: number): Promise<Order[]> => {
    const { bound } = then.moment;
    const ids =
      bound && 'position' in bound
        ? await ordersRecordedNear(pool, brandId, pointId, Date.parse(await then.instant()))
        : await ordersNear(pool, brandId, pointId, bound?.instant ?? null);
    const open: Order[] = [];
    for (let start = 0; start < ids.length && open.length < most; start += AT_ONCE) {
      const few = ids.slice(start, start + AT_ONCE).map((id) => `order-${id}`);
      const histories = await readHistories(store, few, signal);
      for (const history of histories) {
        const order = placedOrder(await foldAll(folding, then.moment.upTo(history)));
        if (order && !isFinal(order.status) && !hadEnded(history, bound)) open.push(order);
      }
    }
    return open.slice(0, most);
  };
