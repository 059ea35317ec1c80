import { type Direction, employeeOf, type MoneyOperation, type Party } from '../../domain/money/shapes.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import type { EntryResult } from '../bus/results.ts';
import { handleMoney, type MoneyStream } from './on-stream.ts';
import { recordWithParty } from './parties.ts';
import { type Register, requirePurpose } from './registers.ts';

/** Money that comes to a register, or leaves it. */
export interface Movement {
  readonly direction: Direction;
  /** Above 0. */
  readonly amount: number;
  readonly operation: MoneyOperation;
  readonly payment_purpose_id?: number | null | undefined;
  readonly payment_type_id?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly party: Party | null;
}

/**
 * Records a movement of money at a register, then tells the one who paid or was paid. After a crash between the two, a
 * repeat goes on, and so does the process money-parties. Answers the movement's id.
 */
export const moveMoney = async (
  context: CommandContext,
  register: Register,
  { direction, amount, operation, payment_purpose_id = null, payment_type_id = null, note = null, party }: Movement,
): Promise<CommandOutcome<EntryResult>> => {
  const handled = await handleMoney(context, streamOf(register), async () => {
    if (payment_purpose_id !== null) requirePurpose(register.brand, payment_purpose_id, 'payment_purpose_id');
    const movement_id = await context.newId('movement');
    const leg = register.leg(movement_id, payment_type_id, 'payment_type_id');
    const { brand_id, occurred_at: moved_at } = context;
    const personal = { employee_id: employeeOf(party), note };
    const what = { brand_id, moved_at, direction, amount, operation, payment_purpose_id, party, personal };
    return { type: 'MoveMoney', movement: { ...leg, ...what } };
  });
  const moved = handled.events.find((event) => event.type === 'MoneyMoved')!.data;
  const told = await recordWithParty(context, moved);
  return outcome({ ...handled, position: told ?? handled.position }, () => ({ id: moved.movement_id }));
};

/** Where a movement at one register is recorded. */
export const streamOf = ({ brand, point, register }: Register): MoneyStream => {
  const point_id = point?.point_id ?? null;
  const stream = register === 'shift' ? 'till' : 'ledger';
  return { stream, stream_id: point_id ?? brand.brand_id, point_id };
};
