import { requireUnique } from '../../collections/unique.ts';
import type { Decider } from '../../decider.ts';
import { mended } from '../../mended.ts';
import { invalid, notFound } from '../../refusal.ts';
import { isSameValue } from '../../same-value.ts';
import type { ShowcaseCommand } from './commands.ts';
import type { ShowcaseEvent } from './events.ts';
import type { ShowcaseState } from './state.ts';

const decide = (
  state: ShowcaseState,
  { showcase: given, replaces, named }: ShowcaseCommand,
): readonly ShowcaseEvent[] => {
  const isOwn = state !== null && state.brand_id === given.brand_id;
  if (replaces && !isOwn) throw notFound('menu_not_found', { menu_id: given.menu_id });
  const showcase = mended(state, given, named);
  requireUnique(showcase.categories, (category) => category.id, 'categories', 'id');
  requireUnique(showcase.products, (product) => product.product_id, 'products', 'product_id');
  const categoryIds = new Set(showcase.categories.map((category) => category.id));
  for (const [index, { category_id }] of showcase.products.entries()) {
    if (categoryIds.has(category_id)) continue;
    throw invalid('category_not_found', { field: `products[${index}].category_id`, category_id });
  }
  return isSameValue(state, showcase) ? [] : [{ type: 'ShowcasePublished', data: showcase }];
};

export const showcaseDecider: Decider<ShowcaseState, ShowcaseCommand, ShowcaseEvent> = {
  category: 'showcase',
  stateVersion: 1,
  initial: null,
  evolve: (_state, event) => event.data,
  decide,
};
