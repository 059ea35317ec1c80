import type { OrderEvent } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import { entryOf } from '../../domain/reservations/by-uuid.ts';
import type { CloseSeating } from '../../domain/reservations/commands.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { CommandContext } from '../bus/context.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { ReservationLookups } from './reservation-lookups.ts';

/** A cheque of seated guests that has ended. */
interface EndedCheque extends Pick<Order, 'order_id' | 'brand_id' | 'point_id'> {
  readonly reservation_id: string;
  readonly is_deleted: boolean;
}

/**
 * What the book is to do when a cheque has ended. If the guests had left before, and their cheque was opened again and
 * deleted, the book has to be told what the reservation was like. Throws Unavailable if that is not known yet.
 */
export const closeSeatingOf = async (
  { load }: Pick<CommandContext, 'load'>,
  lookups: Pick<ReservationLookups, 'reservation'>,
  { reservation_id, order_id, brand_id, point_id, is_deleted }: EndedCheque,
  at: string,
): Promise<CloseSeating> => {
  const command = { type: 'CloseSeating' as const, reservation_id, order_id, at, is_deleted };
  const isUsed = async () => entryOf((await load(reservationBookDecider, point_id)).used_deposits, reservation_id);
  if (!is_deleted || !(await isUsed())) return command;
  const { reservation: left, isLatest } = await lookups.reservation(brand_id, reservation_id);
  if (!isLatest) throw new Unavailable('the read model of reservations is behind');
  return { ...command, left };
};

/**
 * If these events close or delete a cheque, closes the reservation of its guests; otherwise does nothing. Answers the
 * log position, or null. The process reservation-cheques closes reservations, too. The command does it as well, so that
 * the table is free at once. An error here does not fail the command, because the cheque is closed already: the process
 * then tries again, and /health/ready shows its failure.
 */
export const endSeating = async (
  context: Pick<CommandContext, 'load' | 'handle' | 'occurred_at'>,
  lookups: Pick<ReservationLookups, 'reservation'>,
  { reservation_id, ...order }: Order,
  events: readonly OrderEvent[],
): Promise<number | null> => {
  const is_deleted = events.some(({ type }) => type === 'OrderDeleted');
  if (reservation_id === null || !(is_deleted || events.some(({ type }) => type === 'ChequeClosed'))) return null;
  const { point_id } = order;
  const end = async () => {
    const command = await closeSeatingOf(
      context,
      lookups,
      { ...order, reservation_id, is_deleted },
      context.occurred_at,
    );
    return context.handle(reservationBookDecider, point_id, command, { point_id });
  };
  return (await end().catch(() => null))?.position ?? null;
};
