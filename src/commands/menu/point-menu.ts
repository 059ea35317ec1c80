import { z } from 'zod';
import { entryOf } from '../../domain/collections/by-id.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { pointMenuDecider } from '../../domain/menu/point-menu/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { id, money, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { MAX_ENTRIES, productIds } from './catalogue-input.ts';
import { requireProducts } from './require-products.ts';

const cost = z.object({ product_id: id(), cost: money() });

const setCosts = defineCommand({
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

const setOnSale = defineCommand({
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

const closeMenuSection = defineCommand({
  type: 'CloseMenuSection',
  audiences: ['venue'],
  summary: 'Closes a category of the catalogue, with those below it, at a point; or opens it again.',
  input: z.object({ point_id: uuid(), category_id: id(), closed: z.boolean() }),
  result: nothing,
  run: async ({ point_id, category_id, closed }, context) => {
    await requirePoint(context, point_id);
    const { categories } = await context.load(catalogueDecider, context.brand_id);
    if (!entryOf(categories, category_id)) throw invalid('category_not_found', { field: 'category_id', category_id });
    const command = { type: 'CloseMenuSection', brand_id: context.brand_id, point_id, category_id, closed } as const;
    return outcome(await context.handle(pointMenuDecider, point_id, command, { point_id }), () => ({}));
  },
});

export const pointMenuCommands = [setCosts, setOnSale, closeMenuSection];
