import { HALLS } from '../../../src/demo/brand/halls.ts';
import { POINTS, type PointKey } from '../../../src/demo/brand/points.ts';
import { ZONES } from '../../../src/demo/brand/zones.ts';
import type { HistoryPoint, SoldProduct } from '../../../src/demo/history/venue.ts';
import { PRODUCTS } from '../../../src/demo/menu/menu.ts';
import { MODIFIERS } from '../../../src/demo/menu/modifiers.ts';
import { POINT_MENUS } from '../../../src/demo/menu/points.ts';
import { SHOWCASE } from '../../../src/demo/menu/showcase.ts';
import type { PointZones } from '../../../src/domain/delivery/zone.ts';
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

const ids = new Map(
  [...PRODUCTS.map(({ key }) => key), ...Object.keys(MODIFIERS)].map((key, index) => [key, index + 1]),
);
const idOf = (key: string): number => ids.get(key)!;
const shownPrices = new Map<string, number>(
  Object.entries(SHOWCASE.overrides).flatMap(([key, it]) => ('price' in it ? [[key, it.price] as const] : [])),
);

const groupsOf = ({ groups = [] }: (typeof PRODUCTS)[number]) =>
  groups.map(({ items, ...group }, id) => ({
    ...group,
    id,
    items: items.map(({ modifier, max_amount }) => ({ product_id: idOf(modifier), min_amount: 0, max_amount })),
  }));

export const demoPoint = (key: PointKey): DemoPoint => {
  const { prices, windows, withdrawn, closed, stop_list } = POINT_MENUS[key];
  const { timezone, reservation_rules } = POINTS[key];
  const windowsOf = (product: string) =>
    windows.flatMap((it) => (it.product === product ? [{ ...it.window, price: it.price }] : []));
  const isSold = ({ key, category, type, is_active = true, in_showcase = true }: (typeof PRODUCTS)[number]) =>
    is_active && in_showcase && type !== 'prep' && !withdrawn.includes(key) && !closed.includes(category);
  const sold = PRODUCTS.filter(isSold).filter(({ key }) => !stop_list.some(({ product }) => product === key));
  const zones = Object.values(ZONES).flatMap(({ point, polygon, ...zone }, index) => {
    const ring = [...polygon, polygon[0]].map(([longitude, latitude]) => [longitude, latitude] as const);
    const whole = { ...zone, zone_id: index + 1, brand_id: '', point_id: point, polygon: [ring] };
    return point === key ? [whole] : [];
  });
  const seats = Object.values(HALLS).flatMap((hall) => (hall.point === key ? hall.seats : []));
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
      const ofPoint = [prices[product.key] ?? product.price, ...windowsOf(product.key).map(({ price }) => price)];
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
    const ofPoint = priceAt({ price: prices[product] ?? null, windows: windowsOf(product) }, day, time);
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
        ...Object.entries(MODIFIERS).map(
          ([name, { price }]) => [idOf(name), sellable(name, price, at, { is_modifier: true })] as const,
        ),
      ]);
      return { product: (productId) => all.get(productId) };
    },
  };
};
