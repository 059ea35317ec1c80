import { z } from 'zod';
import { notFound } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/till/till.ts';
import { defineCommand, outcome } from '../command.ts';
import { id, money } from '../fields.ts';

export const closeShift = defineCommand({
  type: 'CloseShift',
  audiences: ['venue'],
  summary: 'Closes the till shift. counted_cash: what the cashier counted in the drawer.',
  input: z.object({ shift_id: id(), counted_cash: money().nullish() }),
  run: async ({ shift_id, counted_cash }, context) => {
    const { caller, brand_id, lookups, occurred_at: at } = context;
    const point_id = await lookups.pointOfShift(brand_id, shift_id);
    const isOwn = point_id !== undefined && (caller.point_ids?.includes(point_id) ?? true);
    if (!isOwn) throw notFound('shift_not_found');
    const command = { type: 'CloseShift', shift_id, counted_cash: counted_cash ?? null, at } as const;
    const handled = await context.handle(tillDecider, point_id, command, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});
