import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { circle, closed, square } from '../support/polygons.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const zone = (point_id: string, fields: Record<string, unknown> = {}) => ({
  point_id,
  name: 'Centre',
  polygon: square(69.2, 41.3, 0.1),
  price: 15_000,
  minutes: 40,
  min_order_amount: 60_000,
  ...fields,
});

const defineZone = async (till: HttpClient, point_id: string, fields: Record<string, unknown> = {}): Promise<number> =>
  (await command(till, 'DefineZone', zone(point_id, fields))).id;

const send = (till: HttpClient, type: string, fields: object) =>
  till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });

const check = async (client: HttpClient, latitude: number, longitude: number) => {
  const answer = await client.post('/v1/delivery/check', { latitude, longitude });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** A partner's client bound to some points of the venue. */
const boundTo = async ({ till, menu_id }: TestVenue, ...point_ids: string[]): Promise<HttpClient> => {
  const terms = { audience: 'partner', name: 'bound', point_ids, showcase_ids: [menu_id] };
  return app.client((await command(till, 'IssueKey', terms)).api_key);
};

/** One degree of latitude is 111.195 km. */
const north = (metres: number): number => 41.3267 + metres / 111_195;

const FREE = { price: 0, zone_id: null, zone_name: null, minutes: null, min_order_amount: 0 };
const NOBODY = { is_deliverable: false, point_id: null, point_name: null, distance_km: null, delivery: null };

describe('without zones', () => {
  let venue: TestVenue;
  let far: string;
  beforeAll(async () => {
    venue = await createVenue(app);
    far = (await definePoint(venue.till, { name: 'Samarkand', latitude: 39.654, longitude: 66.959 })).id;
  });

  test('without zones a place within the distance of the nearest point is delivered to at no cost', async () => {
    const served = { is_deliverable: true, reason: null, message: null, distance_km: null, delivery: FREE };
    const { partner, point_id } = venue;
    expect(await check(partner, 41.3267, 69.235)).toEqual({ ...served, point_id, point_name: 'Chorsu' });
    expect(await check(partner, north(4_990), 69.235)).toEqual({ ...served, point_id, point_name: 'Chorsu' });
    expect(await check(partner, 39.65, 66.96)).toEqual({ ...served, point_id: far, point_name: 'Samarkand' });
  });

  test('without zones a place beyond the distance is too far, and the answer says how far', async () => {
    const answer = await check(venue.partner, north(5_010), 69.235);
    expect(answer).toEqual({
      ...NOBODY,
      reason: 'too_far',
      distance_km: expect.closeTo(5.01, 2),
      message: 'We do not deliver that far: the nearest restaurant is 5 km away',
    });
    expect((await check(venue.partner, -41, -69)).distance_km).toBeGreaterThan(10_000);
  });

  test('a key that is bound to points knows of no others', async () => {
    const bound = await boundTo(venue, far);
    expect(await check(bound, 41.3267, 69.235)).toMatchObject({ is_deliverable: false, reason: 'too_far' });
    expect(await check(bound, 39.65, 66.96)).toMatchObject({ is_deliverable: true, point_id: far });
  });

  test('a point without a delivery distance delivers everywhere', async () => {
    const { till, partner, point_id } = await createVenue(app);
    await definePoint(till, { id: point_id, delivery_distance: 0 });
    expect(await check(partner, -41, -69)).toMatchObject({ is_deliverable: true, point_id, delivery: FREE });
  });

  test('a brand without points delivers nowhere', async () => {
    const platform = await app.platform();
    const brand = { name: 'Empty', currency: 'UZS', country_code: 'UZ', language: 'ru' };
    const { brand_id } = await command(platform, 'CreateBrand', brand);
    const key = await command(platform, 'IssueKey', { brand_id, audience: 'partner', name: 'app' });
    expect(await check(await app.client(key.api_key), 41.3, 69.2)).toEqual({
      ...NOBODY,
      reason: 'no_points',
      message: 'Нет ресторана, который мог бы доставить заказ по этому адресу',
    });
  });

  test('without zones orders are delivered at no cost, with coordinates or without, however far', async () => {
    for (const place of [{}, { latitude: null, longitude: null }, { latitude: -41, longitude: -69 }]) {
      const address = { street: 'Navoi 1', ...place };
      const order = orderBody(venue, { order_type_id: 3, address });
      const calculated = await venue.partner.post('/v1/orders/calculate', order);
      expect(calculated).toMatchObject({ status: 200, body: { delivery: FREE, total_amount: 98_000 } });
      const placed = await venue.partner.post('/v1/orders', order);
      expect(placed).toMatchObject({ status: 200, body: { delivery_price: 0, total_amount: 98_000 } });
    }
  });
});

describe('zones of several points', () => {
  let venue: TestVenue;
  let east: string;
  let zones: { west: number; east: number; premium: number; holed: number };
  beforeAll(async () => {
    venue = await createVenue(app);
    const { till, point_id } = venue;
    east = (await definePoint(till, { name: 'East', latitude: 41.3, longitude: 69.4 })).id;
    zones = {
      west: await defineZone(till, point_id, { name: 'West', polygon: square(69.2, 41.3, 0.1) }),
      east: await defineZone(till, east, { name: 'East', polygon: closed(square(69.35, 41.3, 0.1)), price: 9_000 }),
      premium: await defineZone(till, east, {
        name: 'Premium',
        polygon: square(69.12, 41.22, 0.01),
        priority: 5,
        price: 0,
        minutes: 25,
      }),
      holed: await defineZone(till, point_id, {
        name: 'Ring',
        polygon: [square(70, 41, 0.2), square(70, 41, 0.1)],
      }),
    };
  });

  test('a place in a zone is delivered to by its point, on its terms', async () => {
    expect(await check(venue.partner, 41.3, 69.11)).toEqual({
      is_deliverable: true,
      reason: null,
      message: null,
      point_id: venue.point_id,
      point_name: 'Chorsu',
      distance_km: null,
      delivery: { price: 15_000, zone_id: zones.west, zone_name: 'West', minutes: 40, min_order_amount: 60_000 },
    });
    expect(await check(venue.partner, 41.3, 69.44)).toMatchObject({ point_id: east, delivery: { price: 9_000 } });
  });

  test('a place in no zone is not delivered to, however near it is to a point', async () => {
    expect(await check(venue.partner, 41.41, 69.2)).toEqual({
      ...NOBODY,
      reason: 'out_of_zone',
      message: 'We do not deliver to this address: it is outside the delivery zones',
    });
  });

  test('a place on a border or in a corner of a zone is inside', async () => {
    for (const [latitude, longitude] of [
      [41.4, 69.2],
      [41.2, 69.15],
      [41.35, 69.1],
      [41.2, 69.1],
      [41.4, 69.1],
    ] as const) {
      expect((await check(venue.partner, latitude, longitude)).delivery).toMatchObject({ zone_id: zones.west });
    }
    expect((await check(venue.partner, 41.400_001, 69.2)).reason).toBe('out_of_zone');
  });

  test('where zones overlap, the highest priority wins, then the nearest point, then the lowest id', async () => {
    const at = async (latitude: number, longitude: number) =>
      (await check(venue.partner, latitude, longitude)).delivery;
    expect(await at(41.22, 69.12)).toMatchObject({ zone_id: zones.premium, price: 0 });
    expect(await at(41.3, 69.27)).toMatchObject({ zone_id: zones.west });
    expect(await at(41.31, 69.29)).toMatchObject({ zone_id: zones.west });
    // 69.235 and 69.4: the middle is at 69.3175.
    const wide = await defineZone(venue.till, venue.point_id, { polygon: square(69.35, 41.3, 0.1), name: 'Wide' });
    expect(await at(41.31, 69.31)).toMatchObject({ zone_id: wide });
    expect(await at(41.31, 69.33)).toMatchObject({ zone_id: zones.east });
    const twin = await defineZone(venue.till, east, { polygon: square(69.35, 41.3, 0.1), name: 'Twin' });
    expect(twin).toBeGreaterThan(zones.east);
    expect(await at(41.31, 69.33)).toMatchObject({ zone_id: zones.east });
    for (const id of [wide, twin]) await command(venue.till, 'RemoveZone', { id });
  });

  test('a hole is outside of a zone, its border inside', async () => {
    expect(await check(venue.partner, 41, 70)).toMatchObject({ reason: 'out_of_zone' });
    expect(await check(venue.partner, 41, 70.15)).toMatchObject({ delivery: { zone_id: zones.holed } });
    expect(await check(venue.partner, 41, 70.1)).toMatchObject({ delivery: { zone_id: zones.holed } });
  });

  test('a key that is bound to points is served by these alone', async () => {
    const bound = await boundTo(venue, east);
    expect((await check(bound, 41.3, 69.11)).reason).toBe('out_of_zone');
    expect(await check(bound, 41.3, 69.27)).toMatchObject({ point_id: east, delivery: { zone_id: zones.east } });
    expect(await check(venue.partner, 41.3, 69.27)).toMatchObject({ point_id: venue.point_id });
  });

  test('another brand’s zones do not exist', async () => {
    const other = await createVenue(app);
    expect(await check(other.partner, 41.3267, 69.235)).toMatchObject({ is_deliverable: true, delivery: FREE });
    const foreign = await send(other.till, 'DefineZone', { ...zone(other.point_id), id: zones.west });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'zone_not_found' } });
    expect((await send(other.till, 'DefineZone', zone(venue.point_id))).body.code).toBe('point_not_found');
    expect((await send(other.till, 'RemoveZone', { id: zones.west })).body.code).toBe('zone_not_found');
  });

  test('orders test the zones of their own point alone', async () => {
    const address = { street: 'Navoi 1', latitude: 41.3, longitude: 69.44 };
    const order = orderBody(venue, { order_type_id: 3, address });
    for (const path of ['/v1/orders/calculate', '/v1/orders']) {
      const refused = await venue.partner.post(path, order);
      expect(refused).toMatchObject({ status: 400, body: { code: 'address_outside_zones' } });
    }
  });
});

describe('a delivery order to a point with zones', () => {
  let venue: TestVenue;
  let zone_id: number;
  beforeAll(async () => {
    venue = await createVenue(app);
    // The cart is 98 000.
    zone_id = await defineZone(venue.till, venue.point_id, { min_order_amount: 98_000 });
    await defineZone(venue.till, venue.point_id, {
      polygon: square(69.2, 42, 0.1),
      min_order_amount: 98_001,
      name: 'Far',
    });
    await defineZone(venue.till, venue.point_id, {
      polygon: square(69.2, 43, 0.1),
      min_order_amount: 0,
      price: 0,
      name: 'Free',
    });
  });

  const both = async (place: Record<string, unknown>) => {
    const address = { street: 'Navoi 1', ...place };
    const order = orderBody(venue, { order_type_id: 3, address });
    const calculated = await venue.partner.post('/v1/orders/calculate', order);
    const placed = await venue.partner.post('/v1/orders', order);
    expect(placed.status).toBe(calculated.status);
    if (placed.status !== 200) expect(placed.body.message).toBe(calculated.body.message);
    return { calculated, placed };
  };

  test('a delivery order in a zone costs what the zone does', async () => {
    const { calculated, placed } = await both({ latitude: 41.3, longitude: 69.2 });
    const delivery = { price: 15_000, zone_id, zone_name: 'Centre', minutes: 40, min_order_amount: 98_000 };
    expect(calculated.body).toMatchObject({ items_amount: 98_000, delivery, total_amount: 113_000 });
    expect(placed.body).toMatchObject({ delivery_price: 15_000, total_amount: 113_000 });
    const read = await venue.partner.get(`/v1/orders/${placed.body.order_id}`);
    expect(read.body).toEqual(placed.body);
  });

  test('a delivery order in a zone without a price is free', async () => {
    const { calculated, placed } = await both({ latitude: 43, longitude: 69.2 });
    expect(calculated.body).toMatchObject({ delivery: { price: 0, zone_name: 'Free' }, total_amount: 98_000 });
    expect(placed.body).toMatchObject({ delivery_price: 0, total_amount: 98_000 });
  });

  test('a delivery order outside of all zones is refused', async () => {
    const { placed } = await both({ latitude: 41.5, longitude: 69.2 });
    expect(placed).toMatchObject({ status: 400, body: { code: 'address_outside_zones' } });
  });

  test('a delivery order below the zone’s minimum is refused, and the minimum named', async () => {
    const { placed } = await both({ latitude: 42, longitude: 69.2 });
    expect(placed).toMatchObject({ status: 400, body: { code: 'order_below_zone_minimum' } });
    expect(placed.body.message).toContain('98001');
  });

  test.each([
    ['address.latitude', {}],
    ['address.latitude', { latitude: null, longitude: 69.2 }],
    ['address.longitude', { latitude: 41.3 }],
  ])('a delivery order without %s is refused', async (field, place) => {
    const { placed } = await both(place);
    expect(placed).toMatchObject({ status: 400, body: { code: 'coordinates_required' } });
    expect(placed.body.message).toContain(field);
  });

  test('only a delivery order takes an address', async () => {
    const address = { street: 'Navoi 1', latitude: 41.5, longitude: 69.2 };
    for (const order_type_id of [1, 2]) {
      const order = orderBody(venue, { order_type_id, address });
      const calculated = await venue.partner.post('/v1/orders/calculate', order);
      expect(calculated).toMatchObject({ status: 200, body: { delivery: null, total_amount: 98_000 } });
      expect((await venue.partner.post('/v1/orders', order)).body.total_amount).toBe(98_000);
    }
  });
});

describe('the venue', () => {
  test('the venue changes and removes zones, and the next request knows', async () => {
    const { till, partner, point_id } = await createVenue(app);
    const here = async () => (await check(partner, 41.3267, 69.235)).delivery;
    expect(await here()).toEqual(FREE);
    const id = await defineZone(till, point_id);
    expect(await here()).toMatchObject({ zone_id: id, price: 15_000 });
    expect((await command(till, 'DefineZone', { ...zone(point_id, { price: 1 }), id })).id).toBe(id);
    expect(await here()).toMatchObject({ zone_id: id, price: 1 });
    await command(till, 'RemoveZone', { id });
    expect(await here()).toEqual(FREE);
    expect((await send(till, 'RemoveZone', { id })).body.code).toBe('zone_not_found');
    expect((await send(till, 'DefineZone', { ...zone(point_id), id })).body.code).toBe('entry_retired');
  });

  test('the venue keeps a zone with its point', async () => {
    const venue = await createVenue(app);
    const { till, point_id } = venue;
    const other = (await definePoint(till, { name: 'Other' })).id;
    const id = await defineZone(till, point_id);
    const moved = await send(till, 'DefineZone', { ...zone(other), id });
    expect(moved).toMatchObject({ status: 409, body: { code: 'point_cannot_change' } });
    expect((await send(till, 'DefineZone', { ...zone(point_id), id: 999_999_999 })).status).toBe(404);
    const terms = { audience: 'venue', name: 'till of the other', point_ids: [other] };
    const platform = await app.platform();
    const bound = await app.client(
      (await command(platform, 'IssueKey', { ...terms, brand_id: venue.brand_id })).api_key,
    );
    expect((await send(bound, 'DefineZone', zone(point_id))).body.code).toBe('point_not_found');
    expect((await send(bound, 'DefineZone', { ...zone(other), id })).body.code).toBe('zone_not_found');
    expect((await send(bound, 'RemoveZone', { id })).body.code).toBe('zone_not_found');
    expect((await send(bound, 'DefineZone', zone(other))).status).toBe(200);
  });

  test('the venue draws zones of as many corners as a district has', async () => {
    const { till, partner, point_id } = await createVenue(app);
    const polygon = [circle(69.2, 41.3, 0.1, 3_000), circle(69.2, 41.3, 0.05, 1_000).toReversed()];
    const id = await defineZone(till, point_id, { polygon });
    expect((await check(partner, 41.3, 69.2 + 0.0999)).delivery).toMatchObject({ zone_id: id });
    expect((await check(partner, 41.3, 69.2 + 0.1001)).reason).toBe('out_of_zone');
    expect((await check(partner, 41.3, 69.2)).reason).toBe('out_of_zone');
  });

  test('a zone over the 180th meridian serves its own side of the earth: checks, orders and names agree', async () => {
    const venue = await createVenue(app);
    const { till, partner, point_id } = venue;
    const polygon = [
      [179.8, -16.9],
      [-179.8, -16.9],
      [-179.8, -16.7],
      [179.8, -16.7],
    ];
    const zone_id = await defineZone(till, point_id, { name: 'Taveuni', polygon });
    const order = (longitude: number) =>
      partner.post(
        '/v1/orders',
        orderBody(venue, {
          order_type_id: 3,

          address: { street: 'Wairiki 1', latitude: -16.8, longitude },
        }),
      );
    for (const longitude of [179.9, 180, -180, -179.9]) {
      expect((await check(partner, -16.8, longitude)).delivery, `${longitude}`).toMatchObject({ zone_id });
      expect(await order(longitude), `${longitude}`).toMatchObject({ status: 200, body: { delivery_price: 15_000 } });
    }
    for (const longitude of [179.7, -179.7, 0, 69.2]) {
      expect((await check(partner, -16.8, longitude)).reason, `${longitude}`).toBe('out_of_zone');
      expect((await order(longitude)).body.code, `${longitude}`).toBe('address_outside_zones');
    }
    const { order_id } = (await order(180)).body;
    const { client } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
    const address = { latitude: -16.8, longitude: -179.7 };
    expect((await partner.post(`/v1/clients/${client.client_id}/addresses`, address)).body.name).toBe('Taveuni');
  });

  test('the venue is told what is wrong with an outline', async () => {
    const { till, point_id } = await createVenue(app);
    const outer = square(69.2, 41.3, 0.1);
    for (const [polygon, code, field] of [
      [[], 'field_empty', 'polygon'],
      [[[]], 'position_not_pair', 'polygon[0]'],
      [[outer[0], outer[1]], 'polygon_corners_too_few', 'polygon'],
      [[outer[0], outer[1], outer[0], outer[1]], 'polygon_corners_too_few', 'polygon'],
      [[outer[0], outer[1], [69.2, 41.2]], 'polygon_without_area', 'polygon'],
      [[outer[0], outer[2], outer[1], outer[3]], 'polygon_crosses_itself', 'polygon'],
      [[outer[0], outer[1], [69.2, 90.1]], 'field_too_big', 'polygon[2][1]'],
      [[outer[0], outer[1], [-180.1, 41]], 'field_too_small', 'polygon[2][0]'],
      [[outer[0], outer[1], [69.2, '41']], 'field_not_number', 'polygon[2][1]'],
      [[outer[0], outer[1], [69.2, 41.3, 450]], 'position_not_pair', 'polygon[2]'],
      [[outer[0], outer[1], [69.2]], 'position_not_pair', 'polygon[2]'],
      [[outer, [outer[0], outer[1], [69.2, 91]]], 'field_too_big', 'polygon[1][2][1]'],
      [[outer, []], 'polygon_corners_too_few', 'polygon[1]'],
      [[outer, square(69.2, 41.5, 0.05)], 'polygon_hole_outside', 'polygon[1]'],
      [[outer, square(69.3, 41.3, 0.05)], 'polygon_crosses_itself', 'polygon[1]'],
      [[outer, outer[0]], 'field_not_array', 'polygon[1][0]'],
      [circle(69.2, 41.3, 0.1, 5_001), 'field_too_long', 'polygon'],
      [circle(69.2, 41.3, 0.1, 20_000), 'field_too_long', 'polygon'],
      ['circle', 'field_not_array', 'polygon'],
      [{ type: 'Polygon', coordinates: [outer] }, 'field_not_array', 'polygon'],
      [undefined, 'field_required', 'polygon'],
    ] as const) {
      const { status, body } = await send(till, 'DefineZone', { ...zone(point_id), polygon });
      expect({ polygon: JSON.stringify(polygon)?.slice(0, 80), status, code: body.code }).toEqual({
        polygon: JSON.stringify(polygon)?.slice(0, 80),
        status: 400,
        code,
      });
      expect(body.message).toMatch(new RegExp(`(?<!\\w)${RegExp.escape(field)}(?![\\w[])`));
    }
  });
});

test('an address without a name is named by the zone it is in, or the nearest one', async () => {
  const venue = await createVenue(app);
  const { till, partner, point_id } = venue;
  const { order_id } = (await partner.post('/v1/orders', orderBody(venue))).body;
  const { client } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  const nameOf = async (latitude: number, longitude: number) =>
    (await partner.post(`/v1/clients/${client.client_id}/addresses`, { latitude, longitude })).body.name;
  expect(await nameOf(41.31, 69.21)).toBe('41.31, 69.21');
  await defineZone(till, point_id);
  await defineZone(till, point_id, { name: 'North', polygon: square(69.2, 42, 0.1) });
  expect(await nameOf(41.32, 69.22)).toBe('Centre');
  expect(await nameOf(41.8, 69.2)).toBe('North');
});

test('a delivery check with coordinates off the earth, or without any, is refused', async () => {
  const { partner } = await createVenue(app);
  for (const [body, field] of [
    [{ longitude: 69.2 }, 'latitude'],
    [{ latitude: 41.3 }, 'longitude'],
    [{ latitude: null, longitude: 69.2 }, 'latitude'],
    [{ latitude: '41.3', longitude: 69.2 }, 'latitude'],
    [{ latitude: 90.1, longitude: 69.2 }, 'latitude'],
    [{ latitude: 41.3, longitude: -180.1 }, 'longitude'],
  ] as const) {
    const answer = await partner.post('/v1/delivery/check', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(field);
  }
  expect((await check(partner, 90, 180)).reason).toBe('too_far');
});
