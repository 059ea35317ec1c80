import { z } from 'zod';
import { entryOf } from '../../domain/collections/by-id.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { pointMenuDecider } from '../../domain/menu/point-menu/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { id, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';

export const closeMenuSection = defineCommand({
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
