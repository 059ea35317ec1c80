import type { CommandHandler } from '../../commands/handle.ts';
import { ownHoldIds } from '../../commands/ordering/hold-ids.ts';
import type { UnitHolds } from '../../commands/ordering/unit-holds.ts';
import { orderDecider } from '../../domain/order/decide.ts';
import { placedOrder } from '../../domain/order/order.ts';
import { systemEnvelope } from '../process.ts';
import type { PendingHold } from './pending.ts';

export const NAME = 'held-units';

export interface HoldRepairOptions {
  readonly handler: CommandHandler;
  readonly units: Pick<UnitHolds, 'giveBack' | 'settle'>;
}

/** An order that is over, and whose units come back or never will. */
export interface EndedOrder {
  readonly brand_id: string;
  readonly point_id: string;
  readonly order_id: number;
  readonly hold_id: string | null;
  /** Of the event that ended it. */
  readonly position: number;
}

/**
 * What becomes of units whose order is not, or no more. Each step is idempotent: two processes may take it at once, and
 * a restarted one takes it again.
 */
export const createHoldRepair = ({ handler, units }: HoldRepairOptions) => {
  /**
   * Decides on a hold whose order did not follow in time. First the order's own stream says that none may follow: an
   * order that is only slow then finds itself refused, and takes other units. Only after that the units go back.
   */
  const resolve = async (hold: PendingHold, now: Date): Promise<void> => {
    const { brand_id, point_id, order_id, hold_id, event } = hold;
    const envelope = systemEnvelope(NAME, now, hold, event);
    const command = { type: 'AbandonOrder' as const, brand_id, point_id, order_id, hold_id };
    const order = placedOrder((await handler.handle(orderDecider, order_id, command, envelope)).state);
    const isOwn = order !== null && ownHoldIds(order).includes(hold_id);
    if (isOwn && order.status === 'CLOSED') await units.settle(hold, [hold], envelope);
    else if (!isOwn || order.status === 'DELETED') await units.giveBack(hold, envelope);
  };

  /** Whoever deleted the order gives back at once; this is for what a crash left, and for units of its release. */
  const giveBackAll = async (order: EndedOrder, now: Date): Promise<void> => {
    const envelope = systemEnvelope(NAME, now, order);
    for (const hold_id of ownHoldIds(order)) await units.giveBack({ ...order, hold_id }, envelope);
  };

  /** Orders of one point whose cheques are closed. */
  const settleAll = async (orders: readonly EndedOrder[], now: Date): Promise<void> => {
    const first = orders[0];
    if (!first) return;
    const holds = orders.flatMap((order) =>
      ownHoldIds(order).map((hold_id) => ({ order_id: order.order_id, hold_id })),
    );
    await units.settle(first, holds, systemEnvelope(NAME, now, first));
  };

  return { resolve, giveBackAll, settleAll };
};
