import { addQuantities, hasAtMostThreePlaces, lineTotal, multiplyQuantities, sum } from '../money.ts';
import { invalid } from '../refusal.ts';
import { checkModifierGroups } from './modifier-rules.ts';
import type { PriceBook, SellableProduct } from './price-book.ts';
import type { RequestedItem, RequestedModifier } from './requested-item.ts';

export interface PricedLine {
  readonly product_id: number;
  readonly name: string;
  readonly category_id: number | null;
  readonly quantity: number;
  readonly price: number;
  readonly total: number;
  readonly cost: number | null;
  /** The price, and the name if the till told one, are the till's own: the log did not know the product then. */
  readonly taken_from_till?: true;
}

export interface PricedItem extends PricedLine {
  readonly comment: string | null;
  readonly modifiers: readonly PricedLine[];
}

export interface PricedCart {
  readonly items: readonly PricedItem[];
  /** Sum of all lines, modifiers included. */
  readonly items_amount: number;
}

/**
 * The upper bound of every amount of money in a request. A quantity multiplies a price. Above 2^53 the total would be
 * inexact, and the log would refuse the order, which the caller would see as a fault of ours.
 */
export const MAX_AMOUNT = 1_000_000_000_000;

/**
 * Lines of one cheque, modifiers among them. No kitchen would take more, and a cheque is read and sent whole: one of 50 000 lines
 * would keep every other caller waiting.
 */
export const MAX_LINES = 2_000;

/**
 * Prices a cart (docs/domain.md#orders). Checks products and modifiers first, then the stop-list. Throws the first
 * Refusal. Its `field` is the path in the body of the request.
 */
export const priceCart = (requested: readonly RequestedItem[], priceBook: PriceBook): PricedCart => {
  let lines = 0;
  const items = requested.map((item, index) => {
    const priced = priceItem(item, `items[${index}]`, priceBook);
    lines += 1 + priced.modifiers.length;
    if (lines > MAX_LINES) throw invalid('field_too_long', { field: 'items', max: MAX_LINES });
    return priced;
  });
  checkStopList(limitedUnits(items, priceBook), priceBook);
  const items_amount = sum(items, (item) => item.total + sum(item.modifiers, (modifier) => modifier.total));
  if (items_amount > MAX_AMOUNT) throw invalid('field_too_big', { field: 'items', max: MAX_AMOUNT });
  return { items, items_amount };
};

const priceItem = (item: RequestedItem, path: string, priceBook: PriceBook): PricedItem => {
  const product = priceBook.product(item.product_id);
  if (!product || (product.is_modifier && !product.was_unknown)) {
    throw invalid('product_not_found', { field: `${path}.product_id`, product_id: item.product_id });
  }
  const chosen = mergeDuplicates(item.modifiers ?? []);
  const modifiers = chosen.map(({ quantity, index, ...sold }) => {
    const { product_id } = sold;
    const field = `${path}.modifiers[${index}].product_id`;
    const modifier = priceBook.product(product_id);
    // Nobody knows what a product was offered with that the log did not know then.
    const offered = product.was_unknown || modifier?.was_unknown || isOffered(product, product_id);
    if (!modifier || !offered) throw invalid('modifier_not_found', { field, product_id });
    const units = multiplyQuantities(item.quantity, quantity);
    const quantityField = `${path}.modifiers[${index}].quantity`;
    // A part of a unit times a part of a unit may round to 0. That would be a line without units.
    if (units === 0) throw invalid('quantity_too_precise', { field: quantityField });
    return priceLine(asSold(modifier, sold), units, quantityField);
  });
  const line = priceLine(asSold(product, item), item.quantity, `${path}.quantity`);
  const known = chosen.filter(({ product_id }) => isOffered(product, product_id));
  if (!product.was_unknown) checkModifierGroups(product, known, path);
  return { ...line, comment: item.comment ?? null, modifiers };
};

const isOffered = ({ modifier_groups }: SellableProduct, productId: number): boolean =>
  modifier_groups.some(({ items }) => items.some((it) => it.product_id === productId));

type Sold = SellableProduct & Pick<PricedLine, 'taken_from_till'>;

const asSold = (product: SellableProduct, { price, name }: Pick<RequestedItem, 'price' | 'name'>): Sold =>
  product.was_unknown && price != null
    ? { ...product, price, name: name ?? product.name, taken_from_till: true }
    : product;

const priceLine = (product: Sold, quantity: number, field: string): PricedLine => {
  if (!hasAtMostThreePlaces(quantity)) throw invalid('quantity_too_precise', { field });
  if (!product.is_divisible && !product.was_unknown && !Number.isInteger(quantity)) {
    throw invalid('quantity_not_divisible', { field, name: product.name });
  }
  const { product_id, name, category_id, price, cost } = product;
  const line = { product_id, name, category_id, quantity, price, total: lineTotal(price, quantity), cost };
  return product.taken_from_till ? { ...line, taken_from_till: true } : line;
};

const mergeDuplicates = (modifiers: readonly RequestedModifier[]) => {
  const merged = new Map<number, RequestedModifier & { index: number }>();
  for (const [index, modifier] of modifiers.entries()) {
    const { product_id, quantity } = modifier;
    const earlier = merged.get(product_id);
    if (earlier) merged.set(product_id, { ...earlier, quantity: addQuantities(earlier.quantity, quantity) });
    else merged.set(product_id, { ...modifier, index });
  }
  return [...merged.values()];
};

/** The units that a cart takes of limited products. */
export interface LimitedUnits {
  readonly product_id: number;
  readonly name: string;
  readonly quantity: number;
}

/**
 * Adds up the units of each limited product over lines and modifiers: two lines of one unit need two units, like one
 * line of two.
 */
const limitedUnits = (items: readonly PricedItem[], priceBook: PriceBook): LimitedUnits[] => {
  const wanted = new Map<number, LimitedUnits>();
  for (const item of items) {
    for (const { product_id, name, quantity } of [item, ...item.modifiers]) {
      if (priceBook.product(product_id)?.available_quantity == null) continue;
      const before = wanted.get(product_id)?.quantity ?? 0;
      wanted.set(product_id, { product_id, name, quantity: addQuantities(before, quantity) });
    }
  }
  return [...wanted.values()];
};

const checkStopList = (units: readonly LimitedUnits[], priceBook: PriceBook): void => {
  for (const { product_id, name, quantity } of units) {
    const available = priceBook.product(product_id)?.available_quantity ?? 0;
    if (quantity <= available) continue;
    const params = { name, product_id, available_quantity: available };
    throw invalid(available > 0 ? 'stop_list_insufficient' : 'product_in_stop_list', params);
  }
};
