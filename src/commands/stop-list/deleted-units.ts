import type { OrderEvent } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { Envelope } from '../loop/envelope.ts';
import { endedHoldIds } from './hold-ids.ts';
import type { UnitHolds } from './unit-holds.ts';

/**
 * Gives back the units of an order that these events have deleted; does nothing if they have not. Here, and not only in
 * the process that follows the log, so that the next order may have the units at once. Answers the log position, or
 * null. Never fails: the order is deleted whatever happens to its units, and the process gives back what is left. A
 * fault that shows here shows there too, and on /health/ready.
 */
export const giveBackUnits = async (
  units: Pick<UnitHolds, 'giveBack'>,
  { brand_id, point_id, order_id }: Pick<Order, 'brand_id' | 'point_id' | 'order_id'>,
  events: readonly OrderEvent[],
  envelope: Envelope,
): Promise<number | null> => {
  let position: number | null = null;
  const hold_ids = events.flatMap((event) => (event.type === 'OrderDeleted' ? endedHoldIds(event.data) : []));
  for (const hold_id of hold_ids) {
    const hold = { brand_id, point_id, order_id, hold_id };
    position = (await units.giveBack(hold, envelope).catch(() => null)) ?? position;
  }
  return position;
};
