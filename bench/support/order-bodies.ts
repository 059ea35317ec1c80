import type { BenchApp } from './app.ts';

interface Group {
  readonly min: number;
  readonly required: boolean;
  readonly items: readonly { readonly product_id: number; readonly min_amount: number }[];
}

interface Product {
  readonly product_id: number;
  readonly is_available: boolean;
  /** Null where nothing limits it. */
  readonly available_quantity: number | null;
  readonly modifier_groups: readonly Group[];
}

const PHONES = 400;
/** Made once: the load must not spend its time on making bodies. */
const CARTS = 1_000;

/**
 * Answers a function that makes the body of the next order, as an app would send it: one to four products of the demo
 * menu with the modifiers they require and every third time one more, some hundred guests, an external_id of its own.
 * `newGuests`: nobody has ordered before. `lines`: each order has so many products.
 */
export const createOrderBodies = async (
  app: BenchApp,
  { newGuests = false, lines }: { newGuests?: boolean; lines?: number } = {},
): Promise<() => string> => {
  const point_id = (await app.get<{ points: { id: string }[] }>('/v1/points')).points[0]!.id;
  const { menus } = await app.get<{ menus: { id: number }[] }>('/v1/menus');
  const { products } = await app.get<{ products: Product[] }>(`/v1/menus/${menus[0]!.id}?point_id=${point_id}`);
  const types = `/v1/payment-types?point_id=${point_id}`;
  const { payment_types } = await app.get<{ payment_types: { id: number; category_id: number }[] }>(types);
  const cash = payment_types.find((type) => type.category_id === 1)!;
  // Orders of so many lines also reach what the demo's stop-list limits to a few units.
  const sold = products.filter((it) => it.is_available && (lines === undefined || it.available_quantity === null));

  const carts = Array.from({ length: CARTS }, (_, cart) => {
    const items = Array.from({ length: lines ?? 1 + (cart % 4) }, (_, line) => {
      const product = sold[(cart * 7 + line * 13) % sold.length]!;
      return { product_id: product.product_id, quantity: 1 + ((cart + line) % 2), modifiers: modifiers(product, cart) };
    });
    const phone = `+998 90 ${String(1_000_000 + (cart % PHONES)).replace(/(...)(..)(..)/, '$1-$2-$3')}`;
    return JSON.stringify({
      point_id,
      order_type_id: 2,
      payment_type_id: cash.id,
      items,
      persons: 1 + (cart % 3),
      comment: cart % 5 === 0 ? 'Без лука, пожалуйста' : null,
      ...(!newGuests && { client: { phone, name: 'Азиза' } }),
    }).slice(1);
  });
  let next = 0;
  const run = newGuests ? 'new' : 'app';
  const client = () => (newGuests ? `"client":{"phone":"+99897${1_000_000 + next}","name":"Азиза"},` : '');
  return () => `{"external_id":"${run}-${++next}",${client()}${carts[next % CARTS]}`;
};

/** What each group requires, and every third time one of an optional group. */
const modifiers = ({ modifier_groups }: Product, cart: number) =>
  modifier_groups.flatMap(({ min, required, items }) => {
    const count = Math.max(min, required || cart % 3 === 0 ? 1 : 0);
    return items
      .slice(0, count)
      .map(({ product_id, min_amount }) => ({ product_id, quantity: Math.max(1, min_amount) }));
  });
