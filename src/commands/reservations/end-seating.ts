import type { OrderEvent } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { CommandContext } from '../bus/context.ts';

/**
 * If these events close or delete a cheque, closes the reservation of its guests; otherwise does nothing. Answers the
 * log position, or null. The process reservation-cheques closes reservations, too. The command does it as well, so that
 * the table is free at once. An error here does not fail the command, because the cheque is closed already: the process
 * then tries again, and /health/ready shows its failure.
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
