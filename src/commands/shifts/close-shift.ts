import { z } from 'zod';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { shiftResult } from '../bus/results.ts';
import { id, money } from '../fields/fields.ts';
import { requirePointOfShift, type ShiftPlaces } from './point-of-shift.ts';

export const closeShift = defineCommand({
  type: 'CloseShift',
  audiences: ['venue'],
  summary: 'Closes the till shift. counted_cash: what the cashier counted in the drawer.',
  input: z.object({ shift_id: id(), counted_cash: money().nullish() }),
  result: shiftResult,
  run: async ({ shift_id, counted_cash }, context, shifts: ShiftPlaces) => {
    const point_id = await requirePointOfShift(context, shifts, shift_id);
    const at = context.occurred_at;
    const command = { type: 'CloseShift', shift_id, counted_cash: counted_cash ?? null, at } as const;
    const handled = await context.handle(tillDecider, point_id, command, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});
