import { z } from 'zod';
import type { ReservationBookCommand } from '../../domain/reservations/commands.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { type CommandOutcome, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { id, integer } from '../fields/fields.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { requirePointOfTable } from './venue-book.ts';

const table = z.object({ table_id: id() });

const tableResult = z.object({ id: z.int(), table_id: z.int() });
type TableResult = z.infer<typeof tableResult>;

const handle = async (
  context: CommandContext,
  table_id: number,
  pointId: string,
  command: ReservationBookCommand,
): Promise<CommandOutcome<TableResult>> => {
  const handled = await context.handle(reservationBookDecider, pointId, command, { point_id: pointId });
  return outcome(handled, () => ({ id: table_id, table_id }));
};

const seatWalkIn = defineCommand({
  type: 'SeatWalkIn',
  audiences: ['venue'],
  summary: 'Guests without a reservation sit down; the table is taken for the rest of the day.',
  input: table.extend({ guests: integer().min(1).max(1_000) }),
  result: tableResult,
  run: async ({ table_id, guests }, context, needs: BookingNeeds) => {
    const { book: point } = await requirePointOfTable(context, needs, table_id);
    const command = { type: 'SeatWalkIn' as const, point, table_id, guests, at: context.occurred_at };
    return handle(context, table_id, point.point_id, command);
  },
});

const freeTable = defineCommand({
  type: 'FreeTable',
  audiences: ['venue'],
  summary: 'Guests without a reservation have left. An empty table stays as it is.',
  input: table,
  result: tableResult,
  run: async ({ table_id }, context, needs: BookingNeeds) => {
    const { book: point } = await requirePointOfTable(context, needs, table_id);
    const command = { type: 'FreeTable' as const, point, table_id, at: context.occurred_at };
    return handle(context, table_id, point.point_id, command);
  },
});

export const walkInCommands = [seatWalkIn, freeTable];
