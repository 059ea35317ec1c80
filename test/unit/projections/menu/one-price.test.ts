import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLocalDayAndTime } from '../../../../src/domain/local-time.ts';
import { priceCart } from '../../../../src/domain/orders/pricing.ts';
import { toSheet, withUnits } from '../../../../src/projections/menu/menu-sheet.ts';
import { limitedPriceBook, pricesFor } from '../../../../src/projections/menu/price-book.ts';
import { renderNomenclature } from '../../../../src/projections/menu/render-nomenclature.ts';
import { renderShowcase } from '../../../../src/projections/menu/render-showcase.ts';
import { effort } from '../../../support/effort.ts';
import { basePrice, menuOf, product, type Source, showcase, shown } from './point-menu-fixture.ts';

const IDS = [1, 2, 3];
const id = fc.constantFrom(...IDS);
const money = fc.integer({ min: 0, max: 1_000_000 });
const clock = fc.integer({ min: 0, max: 47 }).map((half) => {
  return `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
});
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map((list) => list.toSorted());
const window = fc
  .record({ product_id: id, price: money, days, from_time: clock, to_time: fc.oneof(clock, fc.constant('24:00')) })
  .filter(({ from_time, to_time }) => from_time !== to_time);
const shownAs = fc.record({ id, price: fc.option(money) }).map(({ id, price }) => shown(id, { price }));
const showcaseOf = (menuId: number) =>
  fc.uniqueArray(shownAs, { selector: (it) => it.product_id }).map((products) => showcase(menuId, products));
const source: fc.Arbitrary<Source> = fc.record({
  products: fc.constant(IDS.map((productId) => product(productId))),
  prices: fc.array(
    fc.oneof(
      window,
      fc.tuple(id, money).map(([it, price]) => basePrice(it, price)),
    ),
    { maxLength: 12 },
  ),
  showcases: fc.tuple(showcaseOf(5), showcaseOf(6)),
});
const timezone = fc.constantFrom('Asia/Tashkent', 'Europe/Berlin', 'America/New_York');
/** Any time, and the hours around the clock changes of 2026 in Berlin and New York more often than others. */
const edges = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'];
const instant = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...edges.map((edge) => Date.parse(edge))),
      fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-01-01T00:00:00Z') }),
    ),
    fc.integer({ min: -180, max: 180 }),
  )
  .map(([time, minutes]) => new Date(time + minutes * 60_000).toISOString());

/** The rule once more, said another way: is the wall's clock inside the window that began today or yesterday? */
const expectedPrice = ({ prices = [] }: Source, productId: number, at: string, zone: string, shownPrice?: number) => {
  if (shownPrice !== undefined) return shownPrice;
  const now = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime();
  const begin = (date: Temporal.PlainDate, time: string) =>
    time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(Temporal.PlainTime.from(time));
  let price: number | undefined;
  let windowed: number | undefined;
  for (const row of prices.filter((it) => it.product_id === productId)) {
    const { days, from_time, to_time } = row;
    if (days === null || from_time === null || to_time === null) {
      price = row.price;
      continue;
    }
    const isOn = [now.toPlainDate(), now.toPlainDate().subtract({ days: 1 })].some((date) => {
      const from = begin(date, from_time);
      const to = begin(to_time < from_time ? date.add({ days: 1 }) : date, to_time);
      const compare = Temporal.PlainDateTime.compare;
      return days.includes(date.dayOfWeek) && compare(from, now) <= 0 && compare(now, to) < 0;
    });
    if (isOn) windowed = row.price;
  }
  return windowed ?? price ?? productId * 100;
};

it('the price in the menu, in the nomenclature and of an order is one, and the one the venue set', async () => {
  const keys = fc.constantFrom([5], [5, 6], [6, 5]);
  await fc.assert(
    fc.asyncProperty(
      source,
      timezone,
      fc.array(instant, { minLength: 1, maxLength: 3 }),
      keys,
      async (given, zone, instants, key) => {
        const menu = menuOf(given);
        // At several instants one after another: what is kept from one must not hold for the next.
        for (const at of instants) {
          const { day, time } = toLocalDayAndTime(at, zone);
          const units = new Map([[1, 7]]);
          const book = limitedPriceBook(pricesFor(menu, key, day, time), units);
          const shownMenus = await Promise.all(
            key.map(async (menuId) => {
              const { products, ...head } = (await renderShowcase(menu, menuId, day, time, key))!;
              return JSON.parse(withUnits(await toSheet(head, products), units).bytes.toString());
            }),
          );
          const whole = await renderNomenclature(menu, key, day, time);
          for (const productId of IDS) {
            const selected = key.map((menuId) => given.showcases!.find((it) => it.menu_id === menuId)!);
            const shownPrice = selected
              .flatMap(({ document }) => document.products.find((it) => it.product_id === productId)?.price ?? [])
              .at(0);
            const expected = expectedPrice(given, productId, at, zone, shownPrice);
            const items = [{ product_id: productId, quantity: 1, modifiers: [] }];
            expect(priceCart(items, book).items_amount).toBe(expected);
            expect(whole.products.find((it) => it.product_id === productId)?.price).toBe(expected);
            for (const { products } of shownMenus) {
              const [item] = products.filter((it: { product_id: number }) => it.product_id === productId);
              if (item) expect(item.price).toBe(expected);
            }
          }
        }
      },
    ),
    { numRuns: effort({ short: 200, long: 2_000 }) },
  );
});
