import { thousandths } from '../money.ts';
import { invalid } from '../refusal.ts';
import { shareOut } from './group-shares.ts';
import type { ModifierGroup, ModifierGroupItem, SellableProduct } from './price-book.ts';
import type { RequestedModifier } from './requested-item.ts';

/**
 * Checks the rules of the groups, for each unit of the parent: the chosen units are between min and max (max 0: no
 * upper bound), a required group has at least one, and each chosen item is within its own bounds. A request does not
 * name groups. If several groups offer a modifier, its units count in the groups that need them.
 */
export const checkModifierGroups = (
  product: SellableProduct,
  chosen: readonly RequestedModifier[],
  path: string,
): void => {
  const groups = product.modifier_groups;
  if (groups.length === 0) return;
  const field = `${path}.modifiers`;
  const units = chosen.map(({ product_id, quantity }) => {
    const offers = groups.map(({ items }) => items.find((item) => item.product_id === product_id));
    checkAmount(quantity, offers, groups, { field, product_id });
    return {
      units: thousandths(quantity),
      offered: offers.map((item) => (item ? thousandths(item.max_amount || quantity) : 0)),
    };
  });
  const bounds = groups.map((group) => ({
    least: thousandths(leastOf(group)),
    most: thousandths(group.max || Infinity),
  }));
  const shares = shareOut(units, bounds);
  if (shares.fits) return;
  const group = groups[shares.group]!;
  const params = { field, group: group.name, product: product.name };
  if (shares.tooMany) throw invalid('modifier_group_too_many', { ...params, max: group.max });
  throw invalid('modifier_group_too_few', { ...params, min: leastOf(group) });
};

const leastOf = ({ required, min }: ModifierGroup): number => (required ? Math.max(1, min) : min);

/** A modifier's own bounds, of all groups that offer it together. */
const checkAmount = (
  quantity: number,
  offers: readonly (ModifierGroupItem | undefined)[],
  groups: readonly ModifierGroup[],
  params: { readonly field: string; readonly product_id: number },
): void => {
  const items = offers.filter((item) => item !== undefined);
  const group = groups[offers.findIndex((item) => item !== undefined)]!.name;
  const min = Math.min(...items.map(({ min_amount }) => min_amount));
  if (quantity < min) throw invalid('modifier_amount_too_small', { ...params, group, min });
  if (items.some(({ max_amount }) => max_amount === 0)) return;
  const max = items.reduce((sum, { max_amount }) => sum + max_amount, 0);
  if (quantity > max) throw invalid('modifier_amount_too_big', { ...params, group, max });
};
