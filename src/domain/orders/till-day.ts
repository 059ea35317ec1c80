import type { TillDay } from './commands.ts';
import type { Order } from './state.ts';

/** What an event says of its day and of the order, so that reports of deletions need nothing else. */
export const ofTillDay = (order: Order, { business_date, shift_id }: TillDay) => {
  const { timezone, order_type_id, source_id, waiter_id, organization_id } = order;
  return { business_date, timezone, shift_id, order_type_id, source_id, waiter_id, organization_id };
};
