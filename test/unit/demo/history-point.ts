import { demoEntries, demoFile } from '../../../src/demo/brand/demo-file.ts';
import type { PointKey } from '../../../src/demo/brand/point-keys.ts';
import { STOP_LISTS } from '../../../src/demo/brand/stop-lists.ts';
import type { HistoryPoint, SoldProduct } from '../../../src/demo/history/venue.ts';
import type { DeliveryZone, PointZones } from '../../../src/domain/delivery/zone.ts';
import { byPrecedence, pointZones } from '../../../src/domain/delivery/zone.ts';
import { toLocalDayAndTime } from '../../../src/domain/local-time.ts';
import { priceAt } from '../../../src/domain/menu/point-menu/price-window.ts';
import type { PriceBook, SellableProduct } from '../../../src/domain/orders/price-book.ts';
import { zoneShape } from '../../../src/projections/delivery/zone-shape.ts';

/** What the demo brand's data files say of a point, without a database. */
export interface DemoPoint {
  readonly point: HistoryPoint;
  readonly zones: PointZones;
  /** What the partner pays at an instant (ISO 8601). */
  priceBook(at: string): PriceBook;
}

interface Product {
  readonly key: string;
  readonly type: string;
  readonly category: string;
  readonly price: number;
  readonly is_active: boolean;
  readonly modifier_groups: readonly {
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly required: boolean;
    readonly items: readonly { readonly product: string; readonly min_amount: number; readonly max_amount: number }[];
  }[];
}

const ALL = demoEntries('products').map(
  ([key, words]) => ({ ...words, key, price: words.base_price }) as unknown as Product,
);
const PRODUCTS = ALL.filter(({ type }) => type !== 'modifier');
const MODIFIERS = ALL.filter(({ type }) => type === 'modifier');
const ids = new Map([...PRODUCTS, ...MODIFIERS].map(({ key }, index) => [key, index + 1]));
const idOf = (key: string): number => ids.get(key)!;
const SHOWN = demoEntries('showcases')[0]![1].products as readonly {
  readonly product: string;
  readonly price: number | null;
}[];
const shownPrices = new Map<string, number>(
  SHOWN.flatMap(({ product, price }) => (price === null ? [] : [[product, price] as const])),
);

const groupsOf = ({ modifier_groups }: Product) =>
  modifier_groups.map(({ items, ...group }, id) => ({
    ...group,
    id,
    items: items.map(({ product, ...amounts }) => ({ product_id: idOf(product), ...amounts })),
  }));

export const demoPoint = (key: PointKey): DemoPoint => {
  const file = demoFile();
  const prices = file.prices.get(key)!;
  const withdrawn = file.not_on_sale.get(key) ?? [];
  const closed = file.closed_categories.get(key) ?? [];
  const { timezone, reservation_rules } = file.sections.points!.get(key)!.words as unknown as HistoryPoint;
  const windowsOf = (product: string) => prices.get(product)?.windows ?? [];
  const isShown = (product: string) => SHOWN.some((shown) => shown.product === product);
  const isSold = ({ key: product, category, type, is_active }: Product) =>
    is_active && isShown(product) && type !== 'prep' && !withdrawn.includes(product) && !closed.includes(category);
  const sold = PRODUCTS.filter(isSold).filter((it) => !STOP_LISTS[key].some(({ product }) => product === it.key));
  const zones = demoEntries('zones').flatMap(([, words], index) => {
    const { point, ...zone } = words as unknown as DeliveryZone & { point: string };
    const whole = { ...zone, zone_id: index + 1, brand_id: '', point_id: point };
    return point === key ? [whole] : [];
  });
  const halls = demoEntries('halls').flatMap(([hall, { point }]) => (point === key ? [hall] : []));
  const seats = demoEntries('tables').flatMap(([, { hall, capacity }]) =>
    halls.includes(String(hall)) ? [(capacity ?? null) as number | null] : [],
  );
  const payment = { id: 1, name: '', category_id: 1 } as HistoryPoint['cash'];
  const staff = ['manager', 'cashier', 'waiter', 'courier', 'cook'].map((role, index) => ({
    employee_id: index,
    role,
  }));
  const tables = seats.map((capacity, index) => ({ id: index + 1, capacity }));
  const purposes = { change_fund: 1, collection: 2, market: 3, advance: 4, salary: 5, suppliers: 6, rent: 7 };
  const money = { safe: 1, bank: 2, corporate: 3, purposes, organizations: [1], suppliers: [1, 2] };
  const point: HistoryPoint = {
    money,
    key,
    timezone,
    staff,
    tables,
    tables_to_book: tables,
    reservation_rules,
    point_id: '00000802-0000-4000-8000-000000000000',
    products: sold.map((product): SoldProduct => {
      const shown = shownPrices.get(product.key) ?? product.price;
      const ofPoint = [
        prices.get(product.key)?.price ?? product.price,
        ...windowsOf(product.key).map(({ price }) => price),
      ];
      return {
        product_id: idOf(product.key),
        lowest_price: Math.min(shown, ...ofPoint),
        is_divisible: false,
        modifier_groups: groupsOf(product),
      };
    }),
    delivery_minimum: Math.max(...zones.map(({ min_order_amount }) => min_order_amount)),
    cash: payment,
    terminal: payment,
    online: payment,
    causes: [1],
    cashiers: [1],
    waiters: [2],
    couriers: [3],
  };
  type WallClock = ReturnType<typeof toLocalDayAndTime>;
  const priceOf = (product: string, base: number, { day, time }: WallClock): number => {
    const ofPoint = priceAt({ price: prices.get(product)?.price ?? null, windows: windowsOf(product) }, day, time);
    return shownPrices.get(product) ?? ofPoint ?? base;
  };
  const sellable = (name: string, base: number, at: WallClock, rest: Partial<SellableProduct>): SellableProduct => ({
    product_id: idOf(name),
    name,
    category_id: null,
    price: priceOf(name, base, at),
    cost: null,
    is_divisible: false,
    is_modifier: false,
    modifier_groups: [],
    available_quantity: null,
    ...rest,
  });
  return {
    point,
    zones: pointZones(zones.map(zoneShape).sort(byPrecedence)),
    priceBook: (instant) => {
      const at = toLocalDayAndTime(instant, timezone);
      const all = new Map([
        ...sold.map((it) => [idOf(it.key), sellable(it.key, it.price, at, { modifier_groups: groupsOf(it) })] as const),
        ...MODIFIERS.map(
          ({ key: name, price }) => [idOf(name), sellable(name, price, at, { is_modifier: true })] as const,
        ),
      ]);
      return { product: (productId) => all.get(productId) };
    },
  };
};
