import { addQuantities } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { ModifierGroup, SellableProduct } from './price-book.ts';
import type { RequestedModifier } from './requested-item.ts';

/**
 * The groups' rules, per unit of the parent: units chosen lie between min and max (0 = no upper bound), a required
 * group has at least one, and an item that is chosen keeps to its own bounds. A modifier offered by two groups counts
 * in the first.
 */
export const checkModifierGroups = (
  product: SellableProduct,
  chosen: readonly RequestedModifier[],
  path: string,
): void => {
  const left = new Map(chosen.map((modifier) => [modifier.product_id, modifier.quantity]));
  for (const group of product.modifier_groups) {
    const units = takeUnits(group, left, path);
    const least = group.required ? Math.max(1, group.min) : group.min;
    const params = { field: `${path}.modifiers`, group: group.name, product: product.name };
    if (units < least) throw invalid('modifier_group_too_few', { ...params, min: least });
    if (group.max > 0 && units > group.max) throw invalid('modifier_group_too_many', { ...params, max: group.max });
  }
};

const takeUnits = (group: ModifierGroup, left: Map<number, number>, path: string): number => {
  let units = 0;
  for (const item of group.items) {
    const quantity = left.get(item.product_id);
    if (quantity === undefined) continue;
    left.delete(item.product_id);
    const params = { field: `${path}.modifiers`, group: group.name, product_id: item.product_id };
    if (quantity < item.min_amount) throw invalid('modifier_amount_too_small', { ...params, min: item.min_amount });
    if (item.max_amount > 0 && quantity > item.max_amount) {
      throw invalid('modifier_amount_too_big', { ...params, max: item.max_amount });
    }
    units = addQuantities(units, quantity);
  }
  return units;
};
