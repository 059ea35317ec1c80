import { entryOf } from '../../collections/by-id.ts';
import { requireUnique } from '../../collections/unique.ts';
import { invalid } from '../../refusal.ts';
import type { Product, ProductModifierGroup } from './events.ts';
import { closesCycle } from './parents.ts';
import type { Catalogue } from './state.ts';

/**
 * Refuses a product that refers to something that the catalogue does not have, or whose modifiers contradict each
 * other.
 */
export const checkProduct = (catalogue: Catalogue, product: Product, newGroupIds: readonly number[]): void => {
  const { category_id, menu_folder_id, size_parent_id, modifier_groups } = product;
  if (category_id !== null && !entryOf(catalogue.categories, category_id)) {
    throw invalid('category_not_found', { field: 'category_id', category_id });
  }
  if (menu_folder_id !== null && !entryOf(catalogue.menu_folders, menu_folder_id)) {
    throw invalid('menu_folder_not_found', { field: 'menu_folder_id', menu_folder_id });
  }
  checkSizeParent(catalogue, product.product_id, size_parent_id);
  checkGroupIds(entryOf(catalogue.products, product.product_id), modifier_groups, newGroupIds);
  for (const [index, group] of modifier_groups.entries()) {
    checkGroup(catalogue, product.product_id, group, `modifier_groups[${index}]`);
  }
};

const checkSizeParent = ({ products }: Catalogue, productId: number, parentId: number | null): void => {
  const field = 'size_parent_id';
  if (parentId !== null && !entryOf(products, parentId))
    throw invalid('product_not_found', { field, product_id: parentId });
  if (closesCycle(productId, parentId, (id) => entryOf(products, id)?.size_parent_id)) {
    throw invalid('product_size_cycle', { field });
  }
};

/**
 * A group keeps its id for life, because partners may remember it. So a group with an id must already belong to the
 * product.
 */
const checkGroupIds = (
  known: Product | undefined,
  groups: readonly ProductModifierGroup[],
  newGroupIds: readonly number[],
): void => {
  requireUnique(groups, (group) => group.id, 'modifier_groups', 'id');
  const own = new Set([...newGroupIds, ...(known?.modifier_groups ?? []).map((group) => group.id)]);
  for (const [index, { id }] of groups.entries()) {
    if (!own.has(id)) throw invalid('modifier_group_not_found', { field: `modifier_groups[${index}].id` });
  }
};

const checkGroup = ({ products }: Catalogue, productId: number, group: ProductModifierGroup, path: string): void => {
  checkBounds(group.min, group.max, `${path}.max`);
  requireUnique(group.items, (item) => item.product_id, `${path}.items`, 'product_id');
  for (const [index, { product_id, min_amount, max_amount }] of group.items.entries()) {
    const item = `${path}.items[${index}]`;
    const field = `${item}.product_id`;
    if (product_id === productId) throw invalid('product_own_modifier', { field });
    if (!entryOf(products, product_id)) throw invalid('product_not_found', { field, product_id });
    checkBounds(min_amount, max_amount, `${item}.max_amount`);
  }
};

/** 0 means no upper bound. */
const checkBounds = (min: number, max: number, field: string): void => {
  if (max !== 0 && max < min) throw invalid('field_too_small', { field, min });
};
