import { entryOf } from '../../domain/collections/by-id.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';

/**
 * Checks that the brand's catalogue has every named product now. Products are never removed, so the answer stays true.
 * `path` names the field of an entry. Throws product_not_found (400).
 */
export const requireProducts = async (
  context: CommandContext,
  ids: readonly number[],
  path: (index: number) => string,
): Promise<void> => {
  const { products } = await context.load(catalogueDecider, context.brand_id);
  for (const [index, product_id] of ids.entries()) {
    if (!entryOf(products, product_id)) throw invalid('product_not_found', { field: path(index), product_id });
  }
};
