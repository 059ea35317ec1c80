import type { OrderEvent } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { CommandContext } from '../bus/context.ts';

/**
 * Closes the reservation of guests whose cheque these events have closed or deleted; does nothing if they have not.
 * Here, and not only in the process that follows the log, so that the table is free at once. Answers the log position,
 * or null. Never fails: the cheque is closed whatever happens to the reservation, and the process closes what is left.
 * A fault that shows here shows there too, and on /health/ready.
 */
export const endSeating = async (
  context: Pick<CommandContext, 'handle' | 'occurred_at'>,
  { reservation_id, order_id, point_id }: Order,
  events: readonly OrderEvent[],
): Promise<number | null> => {
  const isOver = events.some(({ type }) => type === 'ChequeClosed' || type === 'OrderDeleted');
  if (reservation_id === null || !isOver) return null;
  const command = { type: 'CloseSeating' as const, reservation_id, order_id, at: context.occurred_at };
  const ended = await context.handle(reservationBookDecider, point_id, command, { point_id }).catch(() => null);
  return ended?.position ?? null;
};
