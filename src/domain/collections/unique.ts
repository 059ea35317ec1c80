import { invalid } from '../refusal.ts';

/**
 * Refuses a list that names one thing twice, because it is unclear which entry is meant. `list` and `field` are the
 * path of the request's field, e.g. `products` and `product_id` for products[3].product_id.
 */
export const requireUnique = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  list: string,
  field: string,
): void => {
  const seen = new Set<string | number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) throw invalid('field_duplicate', { field: `${list}[${index}].${field}` });
    seen.add(key);
  }
};
