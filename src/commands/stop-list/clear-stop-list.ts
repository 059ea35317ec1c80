import { z } from 'zod';
import { stopListDecider } from '../../domain/stop-list/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { uuid } from '../fields/fields.ts';
import { productIds, requireProducts } from '../menu/catalogue-input.ts';
import { requirePoint } from '../points/require-point.ts';

export const clearStopList = defineCommand({
  type: 'ClearStopList',
  audiences: ['venue'],
  summary: 'Takes products off the stop-list of a point; without product_ids, all of them.',
  input: z.object({ point_id: uuid(), product_ids: productIds().nullable().default(null) }),
  result: nothing,
  run: async ({ point_id, product_ids }, context) => {
    await requirePoint(context, point_id);
    await requireProducts(context, product_ids ?? [], (index) => `product_ids[${index}]`);
    const command = { type: 'ClearStopList', brand_id: context.brand_id, point_id, product_ids } as const;
    return outcome(await context.handle(stopListDecider, point_id, command, { point_id }), () => ({}));
  },
});
