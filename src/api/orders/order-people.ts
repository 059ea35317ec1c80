import { isOf } from '../../domain/event-catalogue.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { Actor, RecordedEvent } from '../../event-store/event-store.ts';
import type { VenueOrderView } from './venue-order-view.ts';

/** The view with who changed the price by hand, and who took goods back, by the order's events of these two kinds. */
export const withPeople = (
  view: VenueOrderView,
  { timezone }: Pick<Order, 'timezone'>,
  events: readonly RecordedEvent[],
): VenueOrderView => {
  const adjustments: NonNullable<VenueOrderView['adjustments']> = [];
  const takenBackBy = new Map<number, Actor>();
  for (const event of events) {
    const { actor: by, occurred_at } = event.metadata;
    if (isOf(event, 'GoodsReturned')) takenBackBy.set(event.data.return_id, by);
    if (!isOf(event, 'ChequeAdjusted')) continue;
    const { amounts, discount_percent, personal } = event.data;
    adjustments.push({
      at: toLocalTimestamp(occurred_at, timezone),
      by,
      discount: amounts.discount,
      discount_percent,
      reason: personal.reason,
      total_amount_service: amounts.service_amount,
      delivery_price: amounts.delivery_amount,
    });
  }
  const returns = view.returns.map((returned) => {
    const by = takenBackBy.get(returned.return_id);
    return by ? { ...returned, by } : returned;
  });
  return { ...view, adjustments, returns };
};
