import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../src/domain/collections/by-id.ts';
import { pointMenuDecider } from '../../../../src/domain/menu/point-menu/decide.ts';
import {
  type PointMenuEvent,
  type PriceEntry,
  pointMenuEvents,
} from '../../../../src/domain/menu/point-menu/events.ts';
import { specOf } from '../../../support/given-when-then.ts';
import { workMs } from '../../../support/work.ts';

const { given } = specOf(pointMenuDecider, pointMenuEvents);

const ofPoint = {
  brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001',
  point_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0002',
};
const lunch = { days: [1, 2, 3, 4, 5], from: '12:00', to: '15:00' };
const monday = { days: [1], from: '12:00', to: '15:00' };
const base = (product_id: number, price: number | null): PriceEntry => ({ product_id, price, window: null });
const during = (window: PriceEntry['window'], product_id: number, price: number | null) => ({
  product_id,
  price,
  window,
});
const priced = (...prices: PriceEntry[]): PointMenuEvent => ({ type: 'PricesSet', data: { ...ofPoint, prices } });
const pricing = (...prices: PriceEntry[]) => ({ type: 'SetPrices', ...ofPoint, prices }) as const;

describe('SetPrices', () => {
  it('SetPrices sets base prices and windows side by side', () => {
    given()
      .when(pricing(base(1, 100), during(lunch, 1, 80)))
      .then(priced(base(1, 100), during(lunch, 1, 80)));
    expect(given(priced(during(lunch, 1, 80)), priced(base(1, 100))).state().prices).toEqual([
      [1, { price: 100, windows: [{ ...lunch, price: 80 }] }],
    ]);
  });

  it('SetPrices replaces the window with the same days and times, which is the last then', () => {
    const { state } = given(priced(during(lunch, 1, 80), during(monday, 1, 70)))
      .when(pricing(during(lunch, 1, 90)))
      .result();
    expect(entryOf(state.prices, 1)?.windows).toEqual([
      { ...monday, price: 70 },
      { ...lunch, price: 90 },
    ]);
  });

  it('SetPrices sets every entry of one product in one go, windows that differ in one time only too', () => {
    const long = { ...lunch, to: '16:00' };
    const { state } = given()
      .when(pricing(during(lunch, 1, 80), base(1, 100), during(long, 1, 90)))
      .result();
    const windows = [
      { ...lunch, price: 80 },
      { ...long, price: 90 },
    ];
    expect(entryOf(state.prices, 1)).toEqual({ price: 100, windows });
  });

  it('SetPrices records only the products whose prices change', () => {
    given(priced(base(1, 100), base(2, 200)))
      .when(pricing(base(1, 100), base(2, 250)))
      .then(priced(base(2, 250)));
  });

  it('SetPrices does nothing when the same list is sent again, overlapping windows included', () => {
    const list = [base(1, 100), during(lunch, 1, 80), during(monday, 1, 70)] as const;
    given(priced(...list))
      .when(pricing(...list))
      .thenNothing();
  });

  it('SetPrices moves a window to the end when it is set again alone', () => {
    given(priced(during(lunch, 1, 80), during(monday, 1, 70)))
      .when(pricing(during(lunch, 1, 80)))
      .then(priced(during(lunch, 1, 80)));
  });

  it('SetPrices keeps a list of one product whole: its order decides which window wins', () => {
    const list = [during(lunch, 1, 80), during(monday, 1, 75)] as const;
    given(priced(during(lunch, 1, 80), during(monday, 1, 70)))
      .when(pricing(...list))
      .then(priced(...list));
  });

  it('SetPrices removes a price, or one window of several, when it is null', () => {
    const all = priced(base(1, 100), during(lunch, 1, 80), during(monday, 1, 70));
    given(all)
      .when(pricing(base(1, null)))
      .then(priced(base(1, null)));
    expect(given(all, priced(base(1, null))).state().prices).toEqual([
      [
        1,
        {
          price: null,
          windows: [
            { ...lunch, price: 80 },
            { ...monday, price: 70 },
          ],
        },
      ],
    ]);
    given(all)
      .when(pricing(during(lunch, 1, null)))
      .then(priced(during(lunch, 1, null)));
    expect(given(all, priced(during(lunch, 1, null))).state().prices).toEqual([
      [1, { price: 100, windows: [{ ...monday, price: 70 }] }],
    ]);
  });

  it('SetPrices forgets a product whose last price is removed', () => {
    const removed = priced(base(1, null), during(lunch, 1, null));
    expect(given(priced(base(1, 100), base(2, 200), during(lunch, 1, 80)), removed).state().prices).toEqual([
      [2, { price: 200, windows: [] }],
    ]);
  });

  it('SetPrices does nothing when what is removed is not there', () => {
    given(priced(base(1, 100)))
      .when(pricing(base(2, null), during(lunch, 1, null), during(lunch, 3, null)))
      .thenNothing();
  });

  it('SetPrices is refused when a price is set twice', () => {
    given()
      .when(pricing(base(1, 100), base(2, 100), base(1, 120)))
      .thenRefused('invalid', 'field_duplicate', { field: 'prices[2].product_id' });
    given()
      .when(pricing(during(lunch, 1, 100), during({ ...lunch }, 1, 120)))
      .thenRefused('invalid', 'field_duplicate', { field: 'prices[1].product_id' });
  });

  it('SetPrices is refused for a window that ends when it begins', () =>
    given()
      .when(pricing(base(1, 100), during({ days: [1], from: '09:00', to: '09:00' }, 1, 120)))
      .thenRefused('invalid', 'price_window_empty', { field: 'prices[1].window.to' }));
});

describe('the windows of one product', () => {
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  /** So many that differ: each of one minute of a weekday. */
  const windows = (count: number, product_id = 1): PriceEntry[] =>
    Array.from({ length: count }, (_, index) => {
      const minute = Math.floor(index / 7);
      return during({ days: [1 + (index % 7)], from: clock(minute), to: clock(minute + 1) }, product_id, 100);
    });
  const one = during(lunch, 1, 80);

  it('the windows of one product are two hundred at most, those it has already among them', () => {
    given(priced(...windows(199)))
      .when(pricing(one))
      .then(priced(one));
    given(priced(...windows(200)))
      .when(pricing(base(2, 100), one, base(1, 90)))
      .thenRefused('invalid', 'price_windows_too_many', { field: 'prices[1].window', max: 200 });
    given()
      .when(pricing(...windows(200, 1), ...windows(200, 2)))
      .then(priced(...windows(200, 1), ...windows(200, 2)));
  });

  it('the windows of one product may be replaced, or give way to others, where there are two hundred', () => {
    const first = during(windows(1)[0]!.window, 1, 70);
    given(priced(...windows(200)))
      .when(pricing(first))
      .then(priced(first));
    const gone = { ...first, price: null };
    given(priced(...windows(200)))
      .when(pricing(one, gone))
      .then(priced(one, gone));
  });

  it('the windows of one product may go one by one where there are more, from before there was a limit', () => {
    const gone = { ...windows(1)[0]!, price: null };
    const history = priced(...windows(300));
    given(history)
      .when(pricing(gone, base(1, 90)))
      .then(priced(gone, base(1, 90)));
    given(history)
      .when(pricing(one))
      .thenRefused('invalid', 'price_windows_too_many', { field: 'prices[0].window', max: 200 });
  });

  it('the windows of one product are gone through once for a list of them, however long', () => {
    const list = windows(7 * 1_400);
    const began = workMs();
    const menu = pointMenuDecider.evolve(pointMenuDecider.initial, priced(...list));
    expect(pointMenuDecider.decide(menu, pricing(...list))).toEqual([]);
    expect(workMs() - began).toBeLessThan(2_000);
    expect(entryOf(menu.prices, 1)?.windows).toHaveLength(list.length);
  });
});

describe('SetCosts', () => {
  const costed = (...costs: { product_id: number; cost: number }[]): PointMenuEvent => ({
    type: 'CostsSet',
    data: { ...ofPoint, costs },
  });
  const costing = (...costs: { product_id: number; cost: number }[]) =>
    ({ type: 'SetCosts', ...ofPoint, costs }) as const;

  it('SetCosts records the costs that change, a cost of 0 too', () => {
    const history = costed({ product_id: 1, cost: 40 });
    given(history)
      .when(costing({ product_id: 1, cost: 40 }, { product_id: 2, cost: 0 }))
      .then(costed({ product_id: 2, cost: 0 }));
    given(history, costed({ product_id: 2, cost: 0 }))
      .when(costing({ product_id: 2, cost: 0 }))
      .thenNothing();
  });

  it('SetCosts is refused when a product is named twice', () =>
    given()
      .when(costing({ product_id: 1, cost: 40 }, { product_id: 1, cost: 41 }))
      .thenRefused('invalid', 'field_duplicate', { field: 'costs[1].product_id' }));
});

describe('SetOnSale', () => {
  const withdrawn = (...product_ids: number[]): PointMenuEvent => ({
    type: 'ProductsWithdrawnFromSale',
    data: { ...ofPoint, product_ids },
  });
  const back = (...product_ids: number[]): PointMenuEvent => ({
    type: 'ProductsPutOnSale',
    data: { ...ofPoint, product_ids },
  });
  const putting = (on_sale: boolean, ...product_ids: number[]) =>
    ({ type: 'SetOnSale', ...ofPoint, product_ids, on_sale }) as const;

  it('SetOnSale withdraws what is on sale, each product once', () =>
    given(withdrawn(1))
      .when(putting(false, 1, 2, 2, 3))
      .then(withdrawn(2, 3)));

  it('SetOnSale puts back what was withdrawn', () =>
    given(withdrawn(1, 2))
      .when(putting(true, 2, 3))
      .then(back(2)));

  it('SetOnSale does nothing twice', () => {
    given().when(putting(true, 1)).thenNothing();
    given(withdrawn(1)).when(putting(false, 1)).thenNothing();
    given(withdrawn(1), back(1)).when(putting(true, 1)).thenNothing();
  });
});

describe('CloseMenuSection', () => {
  const section = { ...ofPoint, category_id: 4 };
  const closing = (closed: boolean) => ({ type: 'CloseMenuSection', ...section, closed }) as const;
  const closed: PointMenuEvent = { type: 'MenuSectionClosed', data: section };
  const opened: PointMenuEvent = { type: 'MenuSectionOpened', data: section };

  it('CloseMenuSection closes an open section of a point, and opens a closed one', () => {
    given().when(closing(true)).then(closed);
    given(closed).when(closing(false)).then(opened);
    given(closed, opened).when(closing(true)).then(closed);
  });

  it('CloseMenuSection records nothing if the section is closed, or open, already', () => {
    given().when(closing(false)).thenNothing();
    given(closed).when(closing(true)).thenNothing();
    given(closed, opened).when(closing(false)).thenNothing();
  });
});
