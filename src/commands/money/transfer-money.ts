import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import { requireUnaccepted, tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { movedAmount, note } from './fields.ts';
import type { MoneyNeeds } from './money-needs.ts';
import { streamOf } from './move.ts';
import { handleMoney } from './on-stream.ts';
import { type NamedRegister, requireRegister } from './registers.ts';

const register = () => z.object({ shift_id: id().nullish(), account_id: id().nullish() });

const input = z.object({
  from: register(),
  to: register(),
  amount: movedAmount(),
  note: note(),
  point_id: uuid().nullish(),
});

/** One event, on the stream of the register that a shift or a point has: money is never on the way. */
export const transferMoney = defineCommand({
  type: 'TransferMoney',
  audiences: ['venue'],
  summary:
    'Moves money from one register to another: two rows in reports. point_id: the point of accounts of the whole brand; left out, the other register’s.',
  input,
  result: entryResult.extend({ from_movement_id: z.int(), to_movement_id: z.int() }),
  run: async ({ from, to, amount, note = null, point_id }, context, needs: MoneyNeeds) => {
    const find = (side: NamedRegister, prefix: string, otherPoint: string | undefined) =>
      requireRegister(context, needs, side, { pointOfBrandAccount: point_id ?? otherPoint, prefix });
    if (point_id != null) await requirePoint(context, point_id);
    let source = await find(from, 'from.', undefined);
    const target = await find(to, 'to.', source.point?.point_id);
    if (source.shift_id === target.shift_id && source.account_id === target.account_id) {
      throw invalid('transfer_to_same_register', { field: 'to' });
    }
    // An account of the brand takes the point of the other side.
    if (source.point === null) source = await find(from, 'from.', target.point?.point_id);
    const sides = [source, target];
    const stream = streamOf(sides.find(({ register }) => register === 'shift') ?? source);
    const handled = await handleMoney(context, stream, async () => {
      for (const { point, shift_id } of sides) {
        if (shift_id !== null) requireUnaccepted(await context.load(tillDecider, point!.point_id), shift_id);
      }
      const own = sides.filter(({ point }) => point?.point_id === stream.stream_id);
      return {
        type: 'TransferMoney',
        own_shift_ids: own.flatMap(({ shift_id }) => shift_id ?? []),
        transfer: {
          brand_id: context.brand_id,
          moved_at: context.occurred_at,
          amount,
          note,
          from: source.leg(await context.newId('from'), null, 'from'),
          to: target.leg(await context.newId('to'), null, 'to'),
        },
      };
    });
    const { data } = handled.events.find((event) => event.type === 'MoneyTransferred')!;
    const [from_movement_id, to_movement_id] = [data.from.movement_id, data.to.movement_id];
    return outcome(handled, () => ({ id: from_movement_id, from_movement_id, to_movement_id }));
  },
});
