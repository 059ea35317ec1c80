import type { OrderEvent } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { Envelope } from '../loop/envelope.ts';
import { endedHoldIds } from './hold-ids.ts';
import type { UnitHolds } from './unit-holds.ts';

/**
 * If these events delete the order, gives back its units; otherwise does nothing. Answers the log position of the last
 * return, or null. The process held-units gives units back, too. The command does it as well, so that the next order
 * may have the units at once. An error here does not fail the command, because the order is deleted already: the
 * process then tries again, and /health/ready shows its failure.
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
