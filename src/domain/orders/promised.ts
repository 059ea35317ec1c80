import type { Order } from './state.ts';
import { isBefore } from './status.ts';

/**
 * For when the order is promised (ISO 8601 in UTC): the time that the guest chose, or when the delivery is to come by the
 * minutes of its zone. Null: nobody promised anything.
 */
export const promisedAt = ({
  scheduled_at,
  delivery,
  placed_at,
}: Pick<Order, 'scheduled_at' | 'delivery' | 'placed_at'>): string | null => {
  if (scheduled_at !== null) return scheduled_at;
  const minutes = delivery?.minutes ?? null;
  return minutes === null ? null : new Date(Date.parse(placed_at) + minutes * 60_000).toISOString();
};

/** Whether the guest still waits for the order after the time that was promised. `now`: milliseconds since the epoch. */
export const isLate = (order: Order, now: number): boolean => {
  const promised = promisedAt(order);
  return promised !== null && Date.parse(promised) < now && isBefore(order.status, 'DELIVERED');
};
