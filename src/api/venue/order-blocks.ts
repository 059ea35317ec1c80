import { LRUCache } from 'lru-cache';
import type { FindOrder } from '../../commands/orders/find-order.ts';
import type { OrderEvent } from '../../domain/orders/events.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import type { Subjects } from '../../personal/subjects.ts';
import type { Language } from '../http/messages/languages.ts';
import { viewVenueOrder } from '../orders/venue-order-view.ts';

export type OrderFeedEvent = Recorded<OrderEvent>;

/** An event of an order in the live feed, with the order as it was after that event or a later one. */
export type OrderBlocks = (event: OrderFeedEvent, language: Language) => Promise<Buffer>;

interface Kept {
  readonly orderId: number;
  readonly position: number;
  readonly block: Promise<Buffer>;
}

/** Enough for streams that are some seconds apart. A block takes a few KB. */
const MAX_KEPT = 256;

/**
 * Renders each event once for all streams of the process. A stream must never show an older state of an order after a
 * newer one. So a kept block is dropped when an earlier event of its order is rendered later, with a newer state. When
 * somebody was erased, all of them are dropped.
 */
export const createOrderBlocks = (findOrder: FindOrder, erased?: Subjects['erased']): OrderBlocks => {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT });
  let newest = 0;
  erased?.subscribe(() => kept.clear());

  const dropLater = (orderId: number, position: number): void => {
    for (const [key, other] of kept.entries()) {
      if (other.orderId === orderId && other.position > position) kept.delete(key);
    }
  };

  return (event, language) => {
    const { position } = event;
    const key = `${position} ${language}`;
    const known = kept.get(key);
    if (known) return known.block;
    const { order_id: orderId } = event.data;
    newest = Math.max(newest, position);
    const block = render(findOrder, event, orderId, language).then(
      (bytes) => {
        // Streams that are up to date ask only for the newest event. Only those that catch up ask for earlier ones.
        if (position < newest) dropLater(orderId, position);
        return bytes;
      },
      (error: unknown) => {
        if (kept.get(key)?.block === block) kept.delete(key);
        throw error;
      },
    );
    kept.set(key, { orderId, position, block });
    return block;
  };
};

const render = async (
  findOrder: FindOrder,
  event: OrderFeedEvent,
  order_id: number,
  language: Language,
): Promise<Buffer> => {
  const { position, type, metadata } = event;
  const { brand_id, point_id, occurred_at } = metadata;
  const order = await findOrder({ brand_id, point_ids: null }, order_id);
  const data = {
    position,
    type,
    order_id,
    point_id,
    occurred_at,
    ...slipOf(event),
    order: viewVenueOrder(order, language),
  };
  return Buffer.from(`id: ${position}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
};

/** What a slip of the kitchen says: the order as it is now may not have these lines any more. */
const slipOf = ({ type, data }: OrderFeedEvent): object => {
  if (type !== 'KitchenTicketPrinted' && type !== 'KitchenCancellationPrinted') return {};
  const { order_id: _, ...slip } = data;
  return slip;
};
