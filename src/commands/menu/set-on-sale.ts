import { z } from 'zod';
import { pointMenuDecider } from '../../domain/menu/point-menu/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { productIds, requireProducts } from './catalogue-input.ts';

export const setOnSale = defineCommand({
  type: 'SetOnSale',
  audiences: ['venue'],
  summary: 'Withdraws products from sale at a point, or puts them back.',
  input: z.object({ point_id: uuid(), product_ids: productIds(), on_sale: z.boolean() }),
  result: nothing,
  run: async ({ point_id, product_ids, on_sale }, context) => {
    await requirePoint(context, point_id);
    await requireProducts(context, product_ids, (index) => `product_ids[${index}]`);
    const command = { type: 'SetOnSale', brand_id: context.brand_id, point_id, product_ids, on_sale } as const;
    return outcome(await context.handle(pointMenuDecider, point_id, command, { point_id }), () => ({}));
  },
});
