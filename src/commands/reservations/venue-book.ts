import { z } from 'zod';
import type { Point } from '../../domain/points/state.ts';
import type { Brand } from '../../domain/references/state.ts';
import { notFound } from '../../domain/refusal.ts';
import type { BookPoint, BookTable, ReservationBookCommand } from '../../domain/reservations/commands.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { reservationIn, statusOf } from '../../domain/reservations/state.ts';
import { RESERVATION_STATUSES } from '../../domain/reservations/status.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import type { PointAndBrand } from '../points/ordering-point.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { foundReservation } from './reservation-lookups.ts';
import type { BookReferences } from './to-book-command.ts';

/** With the status after the command. */
export const reservationResult = z.object({
  id: z.uuid(),
  reservation_id: z.uuid(),
  status: z.enum(RESERVATION_STATUSES),
});
export type ReservationResult = z.infer<typeof reservationResult>;

type PlaceNeeds = Pick<BookingNeeds, 'points'>;

/**
 * A point that the caller may use, and its brand: as they were when it happened, if that is past. They are read from the log, so
 * that a table can be booked right after it was defined.
 */
export const requirePlace = async (
  context: CommandContext,
  { points }: PlaceNeeds,
  pointId: string,
): Promise<PointAndBrand> => {
  const { brand_id, occurred_at } = context;
  const point = await requirePoint(context, pointId);
  const then = isPast(context) ? await points.placeThen(brand_id, pointId, occurred_at) : undefined;
  return then ?? { point, brand: await requireBrand(context, brand_id) };
};

/** The point of a reservation and its references, for commands of the venue. */
export const venueBook = async (
  context: CommandContext,
  needs: PlaceNeeds,
  pointId: string,
): Promise<BookReferences & { readonly brand: Brand }> => {
  const { point, brand } = await requirePlace(context, needs, pointId);
  const types = Object.values(brand.payment_types).filter(({ point_ids }) => point_ids.includes(pointId));
  return {
    brand,
    book: bookPoint(point, brand),
    payment_types: new Map(types.map((type) => [type.payment_type_id, type])),
  };
};

const bookPoint = (point: Point, { halls, tables }: Brand): BookPoint => {
  const { brand_id, point_id, timezone, working_hours, special_days, reservation_rules } = point;
  const own = Object.values(tables).filter((table) => table.point_id === point_id);
  const known = own.map(({ table_id: id, name, hall_id, capacity }): [number, BookTable] => [
    id,
    { id, name, hall_id, hall_name: halls[hall_id]?.name ?? '', capacity },
  ]);
  return { brand_id, point_id, timezone, working_hours, special_days, reservation_rules, tables: new Map(known) };
};

/**
 * The point of a table. table_not_found (404) if the table is another brand's, or at a point that the key is not for.
 */
export const requirePointOfTable = async (
  context: CommandContext,
  needs: PlaceNeeds,
  tableId: number,
): Promise<BookReferences> => {
  const table = (await requireBrand(context, context.brand_id)).tables[tableId];
  if (!table || !isKeysPoint(context.caller, table.point_id)) throw notFound('table_not_found');
  return venueBook(context, needs, table.point_id);
};

/**
 * The point of a reservation. reservation_not_found (404) if it is another brand's, or at a point that the key is not
 * for.
 */
export const requirePointOfReservation = async (
  context: CommandContext,
  { lookups }: Pick<BookingNeeds, 'lookups'>,
  reservationId: string,
): Promise<string> => {
  const shown = await lookups.reservation(context.brand_id, reservationId);
  const pointId = foundReservation(shown)?.point_id;
  if (!isKeysPoint(context.caller, pointId)) throw notFound('reservation_not_found');
  return pointId;
};

/** Carries out a command on a reservation, and answers the status of the reservation after it. */
export const handleReservation = async (
  context: CommandContext,
  pointId: string,
  reservationId: string,
  command: ReservationBookCommand,
): Promise<CommandOutcome<ReservationResult>> => {
  const handled = await context.handle(reservationBookDecider, pointId, command, { point_id: pointId });
  return outcome(handled, (events) => {
    const after = events.map(reservationIn).at(-1);
    const id = after?.reservation_id ?? reservationId;
    return { id, reservation_id: id, status: after?.status ?? statusOf(handled.state, id)! };
  });
};
