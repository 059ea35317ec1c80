import { z } from 'zod';
import { DIRECTIONS, type Direction, type MoneyOperation, REGISTERS } from '../../domain/money/shapes.ts';
import { namesOf } from '../../domain/names-of.ts';
import { conflict, invalid } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { id, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { movedAmount, note } from './fields.ts';
import type { MoneyNeeds } from './money-needs.ts';
import { moveMoney } from './move.ts';
import { requireRegister } from './registers.ts';

/** Operations that a cashier may name, with the directions they have. Each other operation has a command of its own. */
const DIRECTIONS_OF = {
  expense: ['minus'],
  client_payment: DIRECTIONS,
  prepayment: ['plus'],
  prepayment_refund: ['minus'],
  correction: DIRECTIONS,
  other: DIRECTIONS,
} as const satisfies { readonly [Operation in MoneyOperation]?: readonly Direction[] };

const input = z.object({
  point_id: uuid(),
  register: z.enum(REGISTERS),
  account_id: id().nullish(),
  shift_id: id().nullish(),
  direction: z.enum(DIRECTIONS),
  amount: movedAmount(),
  operation: z.enum(namesOf(DIRECTIONS_OF)),
  payment_purpose_id: id().nullish(),
  payment_type_id: id().nullish(),
  note: note(),
});
type Input = z.output<typeof input>;

/** See docs/domain.md#money. */
export const moveMoneyCommand = defineCommand({
  type: 'MoveMoney',
  audiences: ['venue'],
  summary:
    'Records money that came to the drawer of a shift or to an account, or left it. Register shift without shift_id: the open shift.',
  input,
  result: entryResult,
  run: async (input, context, needs: MoneyNeeds) => {
    const { point_id, direction, operation } = input;
    const point = await requirePoint(context, point_id);
    const directions: readonly Direction[] = DIRECTIONS_OF[operation];
    if (!directions.includes(direction)) throw invalid('movement_direction_wrong', { field: 'direction', operation });
    const register = await requireRegister(context, needs, await registerIn(context, input), { point });
    return moveMoney(context, register, { ...input, party: null });
  },
});

/** The one field that goes with the named register. */
const registerIn = async (context: CommandContext, { point_id, register, account_id, shift_id }: Input) => {
  if (register === 'account') {
    if (account_id == null) throw invalid('field_required', { field: 'account_id' });
    if (shift_id != null) throw invalid('register_required', { field: 'shift_id' });
    return { account_id };
  }
  if (account_id != null) throw invalid('register_required', { field: 'account_id' });
  return { shift_id: shift_id ?? (await openShiftOf(context, point_id)) };
};

/** A repeat means the shift that the first run found. */
const openShiftOf = async (context: CommandContext, pointId: string): Promise<number> => {
  const done = await context.recorded(tillDecider, pointId);
  const moved = done?.events.find((event) => event.type === 'MoneyMoved')?.data;
  const shift_id = moved?.shift_id ?? (await context.load(tillDecider, pointId)).open_shift?.shift_id;
  if (shift_id == null) throw conflict('shift_not_open');
  return shift_id;
};
