import type { OrderLine } from '../../domain/orders/events.ts';
import { type Order, openHoldIds } from '../../domain/orders/state.ts';
import { derivedUuid } from '../loop/envelope.ts';

/** The hold of the units that a preorder takes at its release. Each attempt at the release uses this same hold. */
export const releaseHoldId = (orderId: number): string => derivedUuid('units at the release of an order', orderId);

/**
 * The holds in which an order may have units. Any other hold with the same order id belongs to a failed attempt to
 * place it.
 */
export const ownHoldIds = (order: Order): string[] => [
  ...openHoldIds(order),
  ...order.sold_hold_ids,
  releaseHoldId(order.order_id),
];

/** The holds that end with an order, as its last event names them. */
export const endedHoldIds = ({
  order_id,
  hold_ids,
}: {
  readonly order_id: number;
  readonly hold_ids: readonly string[];
}): string[] => [...hold_ids, releaseHoldId(order_id)];

/** Lines of an order, and the holds of their units that are not sold. */
interface LinesWithUnits {
  readonly hold_ids: readonly string[];
  readonly lines: readonly OrderLine[];
}

/**
 * The lines of an order in groups, each with the holds of its units. The groups stay apart because a product may have
 * become limited between one group and the next. When a line is removed, its units go back only if they were taken for
 * its group.
 */
export const unitsOfOrder = ({ order_id, hold_id, added, lines, sold_hold_ids }: Order): LinesWithUnits[] => {
  const addedLater = new Set(added.flatMap(({ line_ids }) => line_ids));
  const placed = {
    hold_ids: [...(hold_id === null ? [] : [hold_id]), releaseHoldId(order_id)],
    lines: lines.filter((line) => !addedLater.has(line.line_id)),
  };
  const later = added.flatMap((items) =>
    items.hold_id === null
      ? []
      : { hold_ids: [items.hold_id], lines: lines.filter((line) => items.line_ids.includes(line.line_id)) },
  );
  return [placed, ...later].filter(({ hold_ids }) => !hold_ids.some((holdId) => sold_hold_ids.includes(holdId)));
};
