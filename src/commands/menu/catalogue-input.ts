import { z } from 'zod';
import { entryOf } from '../../domain/collections/by-id.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { id, pictureUrl, text } from '../fields/fields.ts';

/** The most entries of one command: a longer list is sent in parts. */
export const MAX_ENTRIES = 5_000;

export const description = () => text(2_000).nullable().default(null);
export const image = () => pictureUrl().nullable().default(null);
export const optionalId = () => id().nullable().default(null);

/** A list of product ids that is not empty. */
export const productIds = () => z.array(id()).min(1).max(MAX_ENTRIES);

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
