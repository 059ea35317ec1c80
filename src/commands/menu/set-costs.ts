import { z } from 'zod';
import { pointMenuDecider } from '../../domain/menu/point-menu/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { id, money, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { MAX_ENTRIES, requireProducts } from './catalogue-input.ts';

const cost = z.object({ product_id: id(), cost: money() });

export const setCosts = defineCommand({
  type: 'SetCosts',
  audiences: ['venue'],
  summary: 'Sets what one unit of a product costs the point; cheques record it when they close.',
  input: z.object({ point_id: uuid(), costs: z.array(cost).min(1).max(MAX_ENTRIES) }),
  result: nothing,
  run: async ({ point_id, costs }, context) => {
    await requirePoint(context, point_id);
    await requireProducts(
      context,
      costs.map((entry) => entry.product_id),
      (index) => `costs[${index}].product_id`,
    );
    const command = { type: 'SetCosts', brand_id: context.brand_id, point_id, costs } as const;
    return outcome(await context.handle(pointMenuDecider, point_id, command, { point_id }), () => ({}));
  },
});
