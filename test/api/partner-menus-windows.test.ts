import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
let partner: HttpClient;
let now = '';

beforeAll(async () => {
  app = await sharedApp({ clock: () => Date.parse(now) });
});
afterAll(() => app.stop());

/** A venue on that day: tokens last thirty, and the clocks change half a year apart. */
const openOn = async (date: string): Promise<void> => {
  now = `${date}T00:00:00Z`;
  venue = await createVenue(app);
  ({ till, partner } = venue);
};

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** A point of its own, where tea costs 8 000 outside of the windows given; answers what tea costs at an instant. */
const teaAt = async (timezone: string, ...windows: { price: number; days?: number[]; from: string; to: string }[]) => {
  const { tea } = venue.products;
  const point_id = (await definePoint(till, { timezone })).id;
  const prices = windows.map(({ price, days = EVERY_DAY, from, to }) => {
    return { product_id: tea, price, window: { days, from, to } };
  });
  // One after the other, as a back office does: the order they were set in is the order they were defined in.
  for (const price of prices) await command(till, 'SetPrices', { point_id, prices: [price] });
  const priceIn = async (path: string): Promise<number> => {
    const { body } = await partner.get(`/v1/${path}?point_id=${point_id}`);
    return body.products.find((it: { product_id: number }) => it.product_id === tea).price;
  };
  return async (instant: string): Promise<number> => {
    now = instant;
    const items = [{ product_id: tea, quantity: 1 }];
    const shown = [
      await priceIn(`menus/${venue.menu_id}`),
      await priceIn('nomenclature'),
      (await partner.post('/v1/orders/calculate', { point_id, items })).body.total_amount,
    ];
    expect(new Set(shown), instant).toHaveLength(1);
    return shown[0]!;
  };
};

test('a price window is active from its first minute to just before its end, on its days, by the point’s clock', async () => {
  await openOn('2026-03-02');
  const tea = await teaAt('Asia/Tashkent', { price: 6_000, days: [1, 3], from: '12:00', to: '15:00' });
  // Monday, 2 March 2026; Tashkent is five hours ahead.
  expect(await tea('2026-03-02T06:59:59.999Z')).toBe(8_000);
  expect(await tea('2026-03-02T07:00:00Z')).toBe(6_000);
  expect(await tea('2026-03-02T09:59:59.999Z')).toBe(6_000);
  expect(await tea('2026-03-02T10:00:00Z')).toBe(8_000);
  expect(await tea('2026-03-03T08:00:00Z')).toBe(8_000);
  expect(await tea('2026-03-04T08:00:00Z')).toBe(6_000);

  const elsewhere = await teaAt('Europe/Berlin', { price: 6_000, days: [1], from: '12:00', to: '15:00' });
  expect(await elsewhere('2026-03-02T09:00:00Z')).toBe(8_000);
  expect(await elsewhere('2026-03-02T11:00:00Z')).toBe(6_000);
});

test('a price window past midnight belongs to the day it began on', async () => {
  await openOn('2026-02-28');
  const tea = await teaAt('Asia/Tashkent', { price: 9_500, days: [7], from: '22:00', to: '02:00' });
  // Sunday, 1 March, into Monday.
  expect(await tea('2026-03-01T16:59:00Z')).toBe(8_000);
  expect(await tea('2026-03-01T17:00:00Z')).toBe(9_500);
  expect(await tea('2026-03-01T19:00:00Z')).toBe(9_500);
  expect(await tea('2026-03-01T20:59:59Z')).toBe(9_500);
  expect(await tea('2026-03-01T21:00:00Z')).toBe(8_000);
  // The small hours of Sunday are Saturday's night.
  expect(await tea('2026-02-28T20:00:00Z')).toBe(8_000);
});

test('a price window until 24:00 ends with the day, and 00:00 to 24:00 is a whole day', async () => {
  await openOn('2026-03-01');
  const evening = await teaAt('Asia/Tashkent', { price: 9_000, days: [1], from: '20:00', to: '24:00' });
  expect(await evening('2026-03-02T18:59:59Z')).toBe(9_000);
  expect(await evening('2026-03-02T19:00:00Z')).toBe(8_000);
  const monday = await teaAt('Asia/Tashkent', { price: 7_000, days: [1], from: '00:00', to: '24:00' });
  expect(await monday('2026-03-01T18:59:59Z')).toBe(8_000);
  expect(await monday('2026-03-01T19:00:00Z')).toBe(7_000);
  expect(await monday('2026-03-02T18:59:59Z')).toBe(7_000);
  expect(await monday('2026-03-02T19:00:00Z')).toBe(8_000);
});

test('where price windows overlap the one defined last wins, and setting one again makes it the last', async () => {
  await openOn('2026-03-02');
  const day = { price: 7_000, from: '09:00', to: '18:00' };
  const lunch = { price: 6_000, from: '12:00', to: '15:00' };
  const noon = '2026-03-02T08:00:00Z';
  expect(await (await teaAt('Asia/Tashkent', day, lunch))(noon)).toBe(6_000);
  expect(await (await teaAt('Asia/Tashkent', lunch, day))(noon)).toBe(7_000);
  expect(await (await teaAt('Asia/Tashkent', day, lunch, { ...day, price: 7_500 }))(noon)).toBe(7_500);
});

test('a price window in the hour that the clock skips is not active', async () => {
  await openOn('2026-03-08');
  // Berlin, 29 March 2026: 01:59:59 is followed by 03:00.
  const skipped = await teaAt('Europe/Berlin', { price: 5_000, from: '02:00', to: '03:00' });
  expect(await skipped('2026-03-29T00:59:59Z')).toBe(8_000);
  expect(await skipped('2026-03-29T01:00:00Z')).toBe(8_000);
  expect(await skipped('2026-03-30T00:30:00Z')).toBe(5_000);
  const night = await teaAt('Europe/Berlin', { price: 5_000, days: [6], from: '23:00', to: '03:30' });
  expect(await night('2026-03-29T00:59:59Z')).toBe(5_000);
  expect(await night('2026-03-29T01:29:59Z')).toBe(5_000);
  expect(await night('2026-03-29T01:30:00Z')).toBe(8_000);
  // New York, 8 March 2026.
  const newYork = await teaAt('America/New_York', { price: 5_000, from: '01:30', to: '03:15' });
  expect(await newYork('2026-03-08T06:29:59Z')).toBe(8_000);
  expect(await newYork('2026-03-08T06:30:00Z')).toBe(5_000);
  expect(await newYork('2026-03-08T07:14:59Z')).toBe(5_000);
  expect(await newYork('2026-03-08T07:15:00Z')).toBe(8_000);
});

test('a price window in the hour that the clock shows twice is active both times', async () => {
  await openOn('2026-10-24');
  // Berlin, 25 October 2026: 02:59:59 is followed by 02:00.
  const twice = await teaAt('Europe/Berlin', { price: 5_000, from: '02:00', to: '03:00' });
  expect(await twice('2026-10-24T23:59:59Z')).toBe(8_000);
  expect(await twice('2026-10-25T00:30:00Z')).toBe(5_000);
  expect(await twice('2026-10-25T01:30:00Z')).toBe(5_000);
  expect(await twice('2026-10-25T02:00:00Z')).toBe(8_000);
  // New York, 1 November 2026: half of the hour, and then the same half again.
  const half = await teaAt('America/New_York', { price: 5_000, from: '01:30', to: '02:00' });
  expect(await half('2026-11-01T05:15:00Z')).toBe(8_000);
  expect(await half('2026-11-01T05:45:00Z')).toBe(5_000);
  expect(await half('2026-11-01T06:15:00Z')).toBe(8_000);
  expect(await half('2026-11-01T06:45:00Z')).toBe(5_000);
  expect(await half('2026-11-01T07:00:00Z')).toBe(8_000);
});

test('price null removes a price window, and then the point’s own price', async () => {
  await openOn('2026-03-02');
  const { tea } = venue.products;
  const point_id = (await definePoint(till)).id;
  now = '2026-03-02T08:00:00Z';
  const window = { days: [1], from: '12:00', to: '15:00' };
  const set = (...prices: object[]) => command(till, 'SetPrices', { point_id, prices });
  const price = async () =>
    (await partner.post('/v1/orders/calculate', { point_id, items: [{ product_id: tea, quantity: 1 }] })).body
      .total_amount;
  await set({ product_id: tea, price: 7_000 }, { product_id: tea, price: 6_000, window });
  expect(await price()).toBe(6_000);
  await set({ product_id: tea, price: null, window });
  expect(await price()).toBe(7_000);
  await set({ product_id: tea, price: null });
  expect(await price()).toBe(8_000);
  // Once more is nothing, and a price has to be said in so many words.
  await set({ product_id: tea, price: null });
  const silent = { command_id: crypto.randomUUID(), point_id, prices: [{ product_id: tea }] };
  expect(await till.post('/venue/v1/commands/SetPrices', silent)).toMatchObject({
    status: 400,
    body: { code: 'field_required' },
  });
});
