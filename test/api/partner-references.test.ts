import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
/** A key of one of the brand's two points. */
let bound: HttpClient;
let berlin: string;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app);
  const { till } = venue;
  // Numbers that String writes with an exponent are degrees, too.
  const at = { latitude: 52.52, longitude: -0.0000001 };
  berlin = (await definePoint(till, { name: 'Alex', timezone: 'Europe/Berlin', address: null, ...at })).id;
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'bound', point_ids: [berlin] });
  bound = await app.client(key.api_key);
});
afterAll(() => app.stop());

const NOWHERE = '00000000-0000-4000-8000-000000000000';

test('the list of points is the brand’s, with coordinates as strings and no internal ids', async () => {
  const { body } = await venue.partner.get('/v1/points');
  const chorsu = {
    id: venue.point_id,
    name: 'Chorsu',
    short_name: 'Ch',
    address: 'Chorsu 1',
    phone: '+998712000000',
    latitude: '41.3267',
    longitude: '69.235',
    delivery_distance: 5_000,
    currency: 'UZS',
    currency_exponent: 0,
    timezone: 'Asia/Tashkent',
    working_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '09:00', close: '23:00' })),
    is_open: true,
  };
  expect(body).toEqual({
    points: [
      {
        ...chorsu,
        id: berlin,
        name: 'Alex',
        address: null,
        latitude: '52.52',
        longitude: '-0.0000001',
        timezone: 'Europe/Berlin',
      },
      chorsu,
    ],
  });
  expect((await bound.get('/v1/points')).body.points).toMatchObject([{ id: berlin }]);
  expect((await other.partner.get('/v1/points')).body.points).toMatchObject([{ id: other.point_id }]);
});

test('points tell the money of their brand, and are open by their own hours and clocks', async () => {
  const lari = await createVenue(app, { currency: 'GEL', currency_exponent: 2, country_code: 'GE' });
  const isOpen = async (timezone: string, working_hours: object[]) => {
    const { id } = await definePoint(lari.till, { timezone, working_hours });
    const { points } = (await lari.partner.get('/v1/points')).body;
    const point = points.find((one: { id: string }) => one.id === id);
    expect(point).toMatchObject({ currency: 'GEL', currency_exponent: 2, timezone });
    expect(point.working_hours).toHaveLength(7);
    return point.is_open;
  };
  // It is Monday, 09:00 in UTC: 13:00 in Tbilisi, 04:00 in New York.
  const until = (close: string, day = 1) => [{ day, is_open: true, open: '12:00', close }];
  expect(await isOpen('Asia/Tbilisi', until('13:01'))).toBe(true);
  expect(await isOpen('Asia/Tbilisi', until('13:00'))).toBe(false);
  expect(await isOpen('Asia/Tbilisi', until('13:01', 2))).toBe(false);
  // Sunday's evening still goes on.
  expect(await isOpen('America/New_York', until('04:00', 7))).toBe(false);
  expect(await isOpen('America/New_York', until('04:01', 7))).toBe(true);
  expect(await isOpen('Asia/Tbilisi', [])).toBe(false);
});

test('a point is alive while its till shift is open; the time is the point’s own', async () => {
  const { partner, till, cashier_id } = venue;
  const alive = async () => (await partner.get(`/v1/points/${berlin}/is-alive`)).body;
  const closed = { id: berlin, is_alive: false, shift_opened_at: null };
  expect(await alive()).toEqual(closed);
  const { shift_id } = await command(till, 'OpenShift', { point_id: berlin, cashier_id });
  expect(await alive()).toEqual({ id: berlin, is_alive: true, shift_opened_at: '2026-03-02 10:00:00' });
  expect((await partner.get(`/v1/points/${venue.point_id}/is-alive`)).body.is_alive).toBe(false);
  await command(till, 'CloseShift', { shift_id });
  expect(await alive()).toEqual(closed);
});

test('order types are named in five languages, by default in Russian', async () => {
  const names = async (query: string) => {
    const { body } = await venue.partner.get(`/v1/order-types${query}`);
    return body.order_types.map(({ id, name }: { id: number; name: string }) => `${id} ${name}`);
  };
  expect(await names('')).toEqual(['1 Зал', '2 С собой', '3 Доставка']);
  expect(await names('?language=ru')).toEqual(await names(''));
  expect(await names('?language=en')).toEqual(['1 Hall', '2 Takeaway', '3 Delivery']);
  const all = await Promise.all(
    ['ru', 'uz_latn', 'uz_cyrl', 'en', 'tr'].map((language) => names(`?language=${language}`)),
  );
  expect(new Set(all.map((list) => list[2])).size).toBe(5);
  expect((await venue.partner.get('/v1/order-types?language=de')).status).toBe(400);
});

test('order sub-types are listed, all or of one type', async () => {
  const { partner, till } = venue;
  expect((await partner.get('/v1/order-type-subs')).body).toEqual({ order_type_subs: [] });
  const hall = { name: 'Hall', order_type_id: 1, is_default: true };
  const app = { name: 'App', order_type_id: 2, is_default: false };
  const { id: hallId } = await command(till, 'DefineOrderTypeSub', hall);
  const { id: appId } = await command(till, 'DefineOrderTypeSub', app);
  const list = async (query = '') => (await partner.get(`/v1/order-type-subs${query}`)).body.order_type_subs;
  expect(await list()).toEqual([
    { id: hallId, ...hall },
    { id: appId, ...app },
  ]);
  expect(await list('?order_type_id=2')).toEqual([{ id: appId, ...app }]);
  expect(await list('?order_type_id=3')).toEqual([]);
  await command(till, 'DefineOrderTypeSub', { id: appId, ...app, name: 'Mobile app' });
  expect(await list('?order_type_id=2')).toEqual([{ id: appId, ...app, name: 'Mobile app' }]);
  expect((await other.partner.get('/v1/order-type-subs')).body).toEqual({ order_type_subs: [] });
});

test('the payment types of a point are its own alone', async () => {
  const { partner, till, cash, card, point_id } = venue;
  const online = await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [berlin] });
  const list = async (id: string) => (await partner.get(`/v1/payment-types?point_id=${id}`)).body;
  expect(await list(point_id)).toEqual({
    payment_types: [
      { id: cash, name: 'Cash', category_id: 1 },
      { id: card, name: 'Card', category_id: 2 },
    ],
  });
  expect(await list(berlin)).toEqual({ payment_types: [{ id: online.id, name: 'Online', category_id: 5 }] });
});

test('cancel causes are listed, and a venue may have none', async () => {
  const { plain, needsComment } = venue.causes;
  expect((await venue.partner.get('/v1/cancel-causes')).body).toEqual({
    cancel_causes: [
      { id: plain, name: 'Changed mind', is_default: true, is_comment_required: false },
      { id: needsComment, name: 'Other', is_default: false, is_comment_required: true },
    ],
  });
  const platform = await app.platform();
  const { brand_id } = await command(platform, 'CreateBrand', {
    name: 'Empty',
    currency: 'UZS',
    country_code: 'UZ',
    language: 'ru',
  });
  const { api_key } = await command(platform, 'IssueKey', { brand_id, audience: 'partner', name: 'app' });
  const partner = await app.client(api_key);
  expect((await partner.get('/v1/cancel-causes')).body).toEqual({ cancel_causes: [] });
  expect((await partner.get('/v1/points')).body).toEqual({ points: [] });
});

test('references of another brand’s point, one outside of the key’s and an unknown one are 404', async () => {
  const paths = (id: string) => [
    `/v1/points/${id}/is-alive`,
    `/v1/payment-types?point_id=${id}`,
    `/v1/stop-list?point_id=${id}`,
    `/v1/menus/${venue.menu_id}?point_id=${id}`,
  ];
  const denied: [HttpClient, string][] = [
    [venue.partner, other.point_id],
    [venue.partner, NOWHERE],
    [bound, venue.point_id],
  ];
  for (const [client, id] of denied) {
    for (const path of paths(id)) {
      const answer = await client.get(path);
      // A key without a menu learns that first.
      if (client === bound && path.startsWith('/v1/menus')) expect(answer.status).toBe(409);
      else expect({ path, ...answer }).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
    }
  }
  expect((await venue.partner.get(`/v1/points/${venue.point_id.toUpperCase()}/is-alive`)).status).toBe(200);
});
