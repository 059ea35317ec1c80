import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

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
    logo: null,
    currency: 'UZS',
    currency_exponent: 0,
    timezone: 'Asia/Tashkent',
    working_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '09:00', close: '23:00' })),
    special_days: [],
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

test('points say which money their brand has, and are open by their own hours and clocks', async () => {
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

test('closed days and special hours keep reservations, preorders and the point’s own word, and what is booked stays', async () => {
  const own = await createVenue(app);
  const { till, partner, point_id } = own;
  const booker = await app.client(
    (await command(till, 'IssueKey', { audience: 'partner', name: 'b', permissions: ['table_booking'] })).api_key,
  );
  // It is Monday, 2 March, 14:00 there; the point is open from 09:00 to 23:00.
  const date = '2026-03-03';
  const guest = { name: 'Aziza', phone: '+998901234567' };
  const reserve = (start_time: string) =>
    booker.post('/v1/reservations', {
      point_id,
      external_id: randomUUID(),
      date,
      start_time,
      duration_minutes: 60,
      guests: 2,
      guest,
    });
  const order = (time: string) =>
    partner.post('/v1/orders', orderBody(own, { scheduled_at: `${date}T${time}:00+05:00` }));
  for (const time of ['10:00', '13:00']) expect((await reserve(time)).status).toBe(201);
  for (const time of ['13:00', '21:00']) expect((await order(time)).status).toBe(200);
  const free = async () =>
    (await booker.get(`/v1/reservations/availability?point_id=${point_id}&date=${date}&guests=2`)).body;
  expect(await free()).toMatchObject({ is_open: true });

  const short = { point_id, date, open: '12:00', close: '15:00' };
  const outside = { reservations_outside: 1, preorders_outside: 1 };
  const command_id = randomUUID();
  for (const status of ['accepted', 'duplicate']) {
    const answer = await till.post('/venue/v1/commands/DefineSpecialHours', { ...short, command_id });
    expect(answer.body).toMatchObject({ status, result: { point_id, date, ...outside } });
  }
  const times = (await free()).slots.map((slot: { time: string }) => slot.time);
  expect([times[0], times.at(-1)]).toEqual(['12:00', '14:30']);
  expect((await reserve('15:00')).body.code).toBe('reservation_outside_hours');
  expect((await order('16:00')).body).toMatchObject({ code: 'point_closed_then', field: 'scheduled_at' });

  // All that stayed inside of them is outside of a closed day: one reservation and one preorder.
  expect(await command(till, 'DefineClosedDay', { point_id, date, reason: 'Navruz' })).toMatchObject(outside);
  expect(await free()).toMatchObject({ is_open: false, slots: [] });
  expect((await reserve('13:30')).body.code).toBe('reservation_outside_hours');
  expect((await order('13:30')).body.code).toBe('point_closed_then');
  const listed = { date, is_open: false, open: '00:00', close: '00:00', reason: 'Navruz' };
  expect((await partner.get('/v1/points')).body.points[0]).toMatchObject({ special_days: [listed] });
  const send = (type: string, fields: object) =>
    till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
  const read = async (query = '') => (await till.get(`/venue/v1/special-days${query}`)).body;
  const shown = { point_id, date, is_open: false, open: null, close: null, reason: 'Navruz' };
  expect(await read()).toEqual({ count: 1, has_more: false, special_days: [shown] });
  expect((await read(`?point_id=${point_id}&date_to=2026-03-02`)).count).toBe(0);
  const { body: then } = await own.auditor.get(`/audit/v1/points/${point_id}`);
  expect(then.state.special_days).toEqual([listed]);
  expect((await booker.get(`/v1/reservations?date_from=${date}&date_to=${date}&point_id=${point_id}`)).body.count).toBe(
    2,
  );

  expect((await send('RemoveSpecialHours', { point_id, date })).body.code).toBe('special_hours_not_found');
  await command(till, 'RemoveClosedDay', { point_id, date });
  expect((await reserve('13:30')).status).toBe(201);
  expect(await read()).toMatchObject({ count: 0 });
  expect((await send('DefineClosedDay', { point_id, date: '2026-02-28', reason: 'x' })).body).toMatchObject({
    code: 'special_day_out_of_range',
    field: 'date',
  });
});

test('a point is not alive on a closed day, nor while it would refuse an order because it is closed', async () => {
  const { till, partner, point_id, cashier_id } = await createVenue(app);
  const alive = async () => (await partner.get(`/v1/points/${point_id}/is-alive`)).body.is_alive;
  await command(till, 'OpenShift', { point_id, cashier_id });
  expect(await alive()).toBe(true);
  const date = '2026-03-02';
  await command(till, 'DefineClosedDay', { point_id, date, reason: 'Navruz' });
  expect(await alive()).toBe(false);
  // It is 14:00 there.
  const until = (close: string) => command(till, 'DefineSpecialHours', { point_id, date, open: '06:00', close });
  await until('14:00');
  expect(await alive()).toBe(false);
  await until('14:01');
  expect(await alive()).toBe(true);
  await command(till, 'RemoveSpecialHours', { point_id, date });
  const hours = { working_hours: [{ day: 2, is_open: true, open: '09:00', close: '10:00' }] };
  await definePoint(till, { id: point_id, ...hours });
  expect(await alive()).toBe(true);
  await definePoint(till, { id: point_id, ...hours, accepts_orders_when_closed: false });
  expect(await alive()).toBe(false);
});
