import type { Envelope } from '../../commands/loop/envelope.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { endedHoldIds, ownHoldIds } from '../../commands/stop-list/hold-ids.ts';
import type { UnitHolds } from '../../commands/stop-list/unit-holds.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, placedOrder } from '../../domain/orders/state.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { systemEnvelope } from '../engine/process.ts';
import type { PendingHold } from './pending.ts';

export const NAME = 'held-units';

export interface HoldRepairOptions {
  readonly handler: CommandHandler;
  readonly units: Pick<UnitHolds, 'fit' | 'giveBack' | 'settle'>;
}

/** An order that has ended. Its units come back, or are sold. */
export interface EndedOrder {
  readonly brand_id: string;
  readonly point_id: string;
  readonly order_id: number;
  readonly hold_ids: readonly string[];
  /** The position of the event that ended it. */
  readonly position: number;
}

/**
 * Repairs holds whose order does not exist, or has ended. Each step is idempotent: two processes may take it at once,
 * and a restarted one takes it again.
 */
export const createHoldRepair = ({ handler, units }: HoldRepairOptions) => {
  /**
   * Decides on a hold whose order did not follow in time. First the order's own stream records that no order may
   * follow: an order that was only slow is then refused, and takes other units. Only after that the units go back.
   */
  const resolve = async (hold: PendingHold, now: Date): Promise<void> => {
    const { brand_id, point_id, order_id, hold_id, event } = hold;
    const envelope = systemEnvelope(NAME, now, hold, event);
    const command = { type: 'AbandonOrder' as const, brand_id, point_id, order_id, hold_id };
    const placed = placedOrder((await handler.handle(orderDecider, order_id, command, envelope)).state);
    const order = placed && !isOwn(placed, hold_id) ? await abandonItems(order_id, hold_id, envelope) : placed;
    if (!order || !isOwn(order, hold_id)) await units.giveBack(hold, envelope);
    else if (order.sold_hold_ids.includes(hold_id)) await units.settle(hold, [hold], envelope);
    else if (order.status === 'DELETED') await units.giveBack(hold, envelope);
  };

  const isOwn = (order: Order, holdId: string): boolean => ownHoldIds(order).includes(holdId);

  /** The order exists, and may be waiting for items on these units: now these items can no longer come. */
  const abandonItems = async (orderId: number, hold_id: string, envelope: Envelope): Promise<Order | null> => {
    const command = { type: 'AbandonItems' as const, hold_id };
    return placedOrder((await handler.handle(orderDecider, orderId, command, envelope)).state);
  };

  /** Units of removed items go back at once. This is for what a crash left. */
  const fit = async (orderId: number, now: Date, event: RecordedEvent): Promise<void> => {
    const order = placedOrder((await handler.load(orderDecider, orderId)).state);
    if (order) await units.fit(order, systemEnvelope(NAME, now, order, event));
  };

  /**
   * The command that deletes an order gives its units back at once. This is for what a crash left, and for units of its
   * release.
   */
  const giveBackAll = async (order: EndedOrder, now: Date): Promise<void> => {
    const envelope = systemEnvelope(NAME, now, order);
    for (const hold_id of endedHoldIds(order)) await units.giveBack({ ...order, hold_id }, envelope);
  };

  /** Orders of one point whose cheques are closed. */
  const settleAll = async (orders: readonly EndedOrder[], now: Date): Promise<void> => {
    const first = orders[0];
    if (!first) return;
    const holds = orders.flatMap((order) =>
      endedHoldIds(order).map((hold_id) => ({ order_id: order.order_id, hold_id })),
    );
    await units.settle(first, holds, systemEnvelope(NAME, now, first));
  };

  return { resolve, fit, giveBackAll, settleAll };
};
