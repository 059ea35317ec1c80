// A database of its own: its bodies are as large as bodies can be, and nothing may be added to the log.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { isOurs, names } from '../support/bad-values.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';
import { workMs } from '../support/work.ts';

/** 01:45 in New York, in the hour that comes twice: at 06:00Z the clocks go back to 01:00. */
const clock = createClock('2026-11-01T05:45:00.000Z');
const EARTH = [41.3, 69.2] as const;

let app: TestApp;
let venue: TestVenue;
let other: { point_id: string; table_id: number; card: number };
let subs: { hall: number };

beforeAll(async () => {
  app = await startVenueApp({ bodyLimit: 200 * 1024 ** 2, clock: clock.read });
  venue = await createVenue(app);
  const { till } = venue;
  // Without hours it is open around the clock.
  await definePoint(till, { id: venue.point_id, timezone: 'America/New_York', working_hours: undefined });
  const { id: point_id } = await definePoint(till, { name: 'Other', short_name: 'O' });
  const hall = await command(till, 'DefineHall', { point_id, name: 'Other hall' });
  const table = await command(till, 'DefineTable', { hall_id: hall.id, name: '7', capacity: 2 });
  const card = await command(till, 'DefinePaymentType', { name: 'Other card', category_id: 2, point_ids: [point_id] });
  other = { point_id, table_id: table.id, card: card.id };
  const sub = async (name: string, order_type_id: number) =>
    (await command(till, 'DefineOrderTypeSub', { name, order_type_id, is_default: true })).id;
  subs = { hall: await sub('Hall', 1) };
  await sub('Takeaway', 2);
  await sub('Delivery', 3);
  await command(till, 'DefineZone', {
    point_id: venue.point_id,
    name: 'Centre',
    price: 10_000,
    minutes: 30,
    min_order_amount: 50_000,
    polygon: [
      [69.1, 41.2],
      [69.3, 41.2],
      [69.3, 41.4],
      [69.1, 41.4],
    ],
  });
  await command(till, 'SetStopList', {
    point_id: venue.point_id,
    entries: [{ product_id: venue.products.kazy, quantity: 0.5 }],
  });
});
afterAll(() => app.stop());

/** Where the log ends: it stays there while nothing is recorded. */
const logEnd = (): Promise<number> => app.tillstream.store.head();

type Fields = Record<string, unknown>;
/** What is wrong, the code it is answered with, and the field that the answer names: null where a product or sum is named. */
type Case = readonly [fields: () => Fields, code: string | RegExp, field: string | null];

const place = (fields: Fields) => venue.partner.post('/v1/orders', orderBody(venue, fields));
const tea = (fields: Fields = {}) => ({ product_id: venue.products.tea, quantity: 1, ...fields });
const plov = (modifiers: unknown, fields: Fields = {}) => ({
  product_id: venue.products.plov,
  quantity: 1,
  modifiers,
  ...fields,
});
const small = () => ({ product_id: venue.products.small, quantity: 1 });
const delivered = (address: unknown, fields: Fields = {}) => ({ order_type_id: 3, address, ...fields });
const at = (latitude: unknown, longitude: unknown) => delivered({ street: 'Amir Temur 1', latitude, longitude });

/** Each is a 400 of ours with the code, naming the field; and all of them together store nothing. */
const refused = (cases: Readonly<Record<string, Case>>) => {
  test.each(Object.entries(cases))('an order is refused: %s', async (_, [fields, code, field]) => {
    const before = await logEnd();
    const { status, body } = await place(fields());
    expect({ status, code: body.code }).toEqual({ status: 400, code: expect.stringMatching(code) });
    expect(isOurs(body.code)).toBe(true);
    expect(body.message.length).toBeLessThan(300);
    if (field !== null) expect(body, body.message).toSatisfy((it: { message: string }) => names(it, field));
    expect(await logEnd()).toBe(before);
  });
};

describe('quantities', () => {
  const quantity = (value: unknown) => () => ({ items: [tea(), tea({ quantity: value })] });
  const field = 'items[1].quantity';
  refused({
    'of nothing': [quantity(0), 'field_not_above', field],
    'of minus nothing': [quantity(-0), 'field_not_above', field],
    negative: [quantity(-1), 'field_not_above', field],
    'of less than a gram': [quantity(0.0001), 'quantity_too_precise', field],
    'with four decimal places': [quantity(1.0005), 'quantity_too_precise', field],
    'smaller than anything': [quantity(5e-324), 'quantity_too_precise', field],
    'of more than there is': [quantity(1e308), 'field_too_big', field],
    'of a million': [quantity(1_000_000), 'field_too_big', field],
    'of no finite number': [quantity(Number.POSITIVE_INFINITY), 'field_not_number|field_required', field],
    'of no number': [quantity('NaN'), 'field_not_number', field],
    'in a text': [quantity('1'), 'field_not_number', field],
    'in a text with an exponent': [quantity('1e3'), 'field_not_number', field],
    'of true': [quantity(true), 'field_not_number', field],
    'in a list': [quantity([1]), 'field_not_number', field],
    'of half a thing sold whole': [quantity(0.5), 'quantity_not_divisible', field],
    'of half a modifier': [
      () => ({ items: [plov([small(), { product_id: venue.products.egg, quantity: 0.5 }])] }),
      'quantity_not_divisible|modifier_amount',
      'items[0].modifiers[1].quantity',
    ],
    'of no modifier': [
      () => ({ items: [plov([{ ...small(), quantity: 0 }])] }),
      'field_not_above',
      'items[0].modifiers[0].quantity',
    ],
    'of fewer modifiers than none': [
      () => ({ items: [plov([{ ...small(), quantity: -1 }])] }),
      'field_not_above',
      'items[0].modifiers[0].quantity',
    ],
    'that add up to more than there is left': [
      () => ({ items: [0.25, 0.3].map((it) => ({ product_id: venue.products.kazy, quantity: it })) }),
      'stop_list_insufficient',
      null,
    ],
    'whose sum no money could be': [
      () => ({ items: Array(500).fill(plov([small()], { quantity: 99_999 })) }),
      'field_too_big',
      'items',
    ],
  });

  test('a quantity beyond what a number can hold, written out, is a 400', async () => {
    const before = await logEnd();
    for (const written of ['1e400', '-1e400', '1e-400', '9'.repeat(400), `0.${'0'.repeat(400)}1`, '-0.0']) {
      const body = JSON.stringify(orderBody(venue, { items: [tea({ quantity: 'written' })] })).replace(
        '"written"',
        written,
      );
      const headers = { 'content-type': 'application/json' };
      const answer = await venue.partner.send('POST', '/v1/orders', { body, headers });
      expect(answer).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^field_/) } });
      expect(names(answer.body, 'items[0].quantity'), answer.body.message).toBe(true);
    }
    expect(await logEnd()).toBe(before);
  });
});

describe('products and modifiers', () => {
  const unknown = 999_999_999;
  refused({
    'a product nobody knows': [
      () => ({ items: [tea({ product_id: unknown })] }),
      'product_not_found',
      'items[0].product_id',
    ],
    'a modifier ordered by itself': [
      () => ({ items: [tea(), tea({ product_id: venue.products.egg })] }),
      'product_not_found',
      'items[1].product_id',
    ],
    'a modifier of another product': [
      () => ({ items: [tea({ modifiers: [small()] })] }),
      'modifier_not_found',
      'items[0].modifiers[0].product_id',
    ],
    'a product as a modifier': [
      () => ({ items: [plov([small(), tea()])] }),
      'modifier_not_found',
      'items[0].modifiers[1].product_id',
    ],
    'a modifier nobody knows': [
      () => ({ items: [plov([small(), { product_id: unknown, quantity: 1 }])] }),
      'modifier_not_found',
      'items[0].modifiers[1].product_id',
    ],
    'a required modifier left out': [() => ({ items: [plov([])] }), 'modifier_group_too_few', 'items[0].modifiers'],
    'no modifiers at all where one is required': [
      () => ({ items: [plov(null)] }),
      'modifier_group_too_few',
      'items[0]',
    ],
    'two where one is to be chosen': [
      () => ({ items: [plov([small(), { product_id: venue.products.large, quantity: 1 }])] }),
      'modifier_group_too_many',
      'items[0].modifiers',
    ],
    'more of a modifier than may be': [
      () => ({ items: [plov([small(), { product_id: venue.products.egg, quantity: 3 }])] }),
      'modifier_amount_too_big',
      'items[0].modifiers',
    ],
    'more of a modifier than may be, in two parts': [
      () => ({ items: [plov([small(), ...[2, 1].map((quantity) => ({ product_id: venue.products.egg, quantity }))])] }),
      'modifier_amount_too_big',
      'items[0].modifiers',
    ],
    'no items': [() => ({ items: [] }), 'field_too_short|field_empty|field_too_small', 'items'],
    'items in an object': [() => ({ items: { 0: tea() } }), 'field_not_array', 'items'],
    'an item that is none': [() => ({ items: [tea(), null] }), 'field_', 'items[1]'],
    'modifiers of an item of a modifier': [
      () => ({ items: [plov([{ ...small(), product_id: [small()] }])] }),
      'field_not_integer',
      'items[0].modifiers[0].product_id',
    ],
    'a product by a text': [
      () => ({ items: [tea({ product_id: String(venue.products.tea) })] }),
      'field_not_integer',
      'items[0].product_id',
    ],
  });
});

describe('addresses', () => {
  const [latitude, longitude] = EARTH;
  refused({
    'north of the pole': [() => at(90.000_001, longitude), 'field_too_big', 'address.latitude'],
    'south of the pole': [() => at(-91, longitude), 'field_too_small', 'address.latitude'],
    'east of the date line': [() => at(latitude, 180.1), 'field_too_big', 'address.longitude'],
    'west of the date line': [() => at(latitude, -181), 'field_too_small', 'address.longitude'],
    'latitude and longitude of another universe': [() => at(1e308, -1e308), 'field_too_big', 'address.latitude'],
    'in texts': [() => at('41.3', '69.2'), 'field_not_number', 'address.latitude'],
    'with half a position': [() => at(latitude, undefined), 'coordinates_required', 'address.longitude'],
    'with no position': [() => at(null, null), 'coordinates_required', 'address.latitude'],
    'in the sea': [() => at(0, 0), 'address_outside_zones', 'address'],
    'on the other side of the earth': [() => at(-latitude, longitude - 180), 'address_outside_zones', 'address'],
    'with no street': [() => delivered({ latitude, longitude }), 'field_required', 'address.street'],
    'that are none, for a delivery': [() => delivered(undefined), 'field_required', 'address'],
    'that are null, for a delivery': [() => delivered(null), 'field_required', 'address'],
    'in a list': [() => delivered([latitude, longitude]), 'field_not_object', 'address'],
    'of an order below the minimum': [() => ({ ...at(...EARTH), items: [tea()] }), 'order_below_zone_minimum', null],
  });
});

describe('times', () => {
  const time = (value: unknown) => () => ({ scheduled_at: value });
  const field = 'scheduled_at';
  refused({
    'in the past': [() => ({ scheduled_at: clock.at(-MINUTE) }), 'preorder_too_early', field],
    'long ago': [time('0001-01-01T00:00:00Z'), 'preorder_too_early', field],
    now: [() => ({ scheduled_at: clock.at(0) }), 'preorder_too_early', field],
    'a moment before half an hour': [() => ({ scheduled_at: clock.at(30 * MINUTE - 1) }), 'preorder_too_early', field],
    'a moment after sixty days': [() => ({ scheduled_at: clock.at(60 * DAY + 1) }), 'preorder_too_late', field],
    'at the end of time': [time('9999-12-31T23:59:59Z'), 'preorder_too_late', field],
    'without an offset': [time('2026-11-02T12:00:00'), 'field_not_timestamp', field],
    'of a zone’s name': [time('2026-11-02T12:00:00[America/New_York]'), 'field_not_timestamp', field],
    'of a day': [time('2026-11-02'), 'field_not_timestamp', field],
    'of a day there is none of': [time('2026-11-31T12:00:00Z'), 'field_not_timestamp', field],
    'of a leap day in no leap year': [time('2027-02-29T12:00:00Z'), 'field_not_timestamp', field],
    'of the year nought': [time('0000-01-01T00:00:00Z'), 'field_not_timestamp', field],
    'at 24 o’clock': [time('2026-11-02T24:00:00Z'), 'field_not_timestamp', field],
    'at 12:60': [time('2026-11-02T12:60:00Z'), 'field_not_timestamp', field],
    'with an offset of a day': [time('2026-11-02T12:00:00+24:00'), 'field_not_timestamp', field],
    'with an offset and a Z': [time('2026-11-02T12:00:00+05:00Z'), 'field_not_timestamp', field],
    'with too many digits': [time('2026-11-02T12:00:00.1234567890123Z'), 'field_not_timestamp', field],
    'in seconds': [time(1_793_620_800), 'field_not_timestamp|field_not_string', field],
    'in words': [time('tomorrow'), 'field_not_timestamp', field],
    'of white space': [time(' '), 'field_not_timestamp', field],
    'that the clocks show twice, before they go back': [
      // 01:50 for the first time: in five minutes. The wall clock alone could not tell.
      time('2026-11-01T01:50:00-04:00'),
      'preorder_too_early',
      field,
    ],
  });

  test('an order for a local time that the clocks show twice, an hour ahead, is a preorder', async () => {
    const { status, body } = await place({ scheduled_at: '2026-11-01T01:50:00-05:00' });
    expect([status, body.status, body.scheduled_at]).toEqual([200, 'PREORDER', '2026-11-01 01:50:00']);
  });

  test('a preorder may be half an hour and sixty days ahead, to the moment', async () => {
    for (const scheduled_at of [clock.at(30 * MINUTE), clock.at(60 * DAY)]) {
      expect(await place({ scheduled_at })).toMatchObject({ status: 200, body: { status: 'PREORDER' } });
    }
  });
});

describe('references', () => {
  refused({
    'a table of another point': [() => ({ order_type_id: 1, table_id: other.table_id }), 'table_not_found', 'table_id'],
    'a table nobody knows': [() => ({ order_type_id: 1, table_id: 999_999 }), 'table_not_found', 'table_id'],
    'a payment type of another point': [
      () => ({ payment_type_id: other.card }),
      'payment_type_not_available',
      'payment_type_id',
    ],
    'a sub-type of another order type': [
      () => ({ order_type_sub_id: subs.hall }),
      'order_type_sub_not_found',
      'order_type_sub_id',
    ],
    'an order type there is none of': [() => ({ order_type_id: 4 }), 'field_too_big', 'order_type_id'],
    'persons: nobody': [() => ({ persons: 0 }), 'field_too_small', 'persons'],
    'persons: fewer than nobody': [() => ({ persons: -1 }), 'field_too_small', 'persons'],
    'persons: one and a half': [() => ({ persons: 1.5 }), 'field_not_integer', 'persons'],
    'persons: a town': [() => ({ persons: 100_000 }), 'field_too_big', 'persons'],
    'persons: a text': [() => ({ persons: '2' }), 'field_not_integer', 'persons'],
    'persons: 1e308': [() => ({ persons: 1e308 }), 'field_', 'persons'],
  });

  test('an order at a point of another brand is a 404', async () => {
    const stranger = await createVenue(app);
    const before = await logEnd();
    expect(await place({ point_id: stranger.point_id })).toMatchObject({
      status: 404,
      body: { code: 'point_not_found' },
    });
    expect(await place({ point_id: randomUUID() })).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
    expect(await logEnd()).toBe(before);
  });
});

describe('texts', () => {
  const huge = 'ў'.repeat(5_000_000);
  refused({
    'a comment with NUL': [() => ({ comment: 'no\0onion' }), 'field_not_text', 'comment'],
    'a comment of half a character': [() => ({ comment: 'a\ud83d' }), 'field_not_text', 'comment'],
    'an item’s comment with NUL': [() => ({ items: [tea({ comment: '\0' })] }), 'field_not_text', 'items[0].comment'],
    'a client’s name with NUL': [
      () => ({ client: { phone: '+998901234567', name: 'A\0' } }),
      'field_not_text',
      'client.name',
    ],
    'an external_id of half a character': [() => ({ external_id: '\udc00' }), 'field_not_text', 'external_id'],
    'a comment one too long': [() => ({ comment: 'x'.repeat(501) }), 'field_too_long', 'comment'],
    'an item’s comment one too long': [
      () => ({ items: [tea({ comment: 'x'.repeat(256) })] }),
      'field_too_long',
      'items[0].comment',
    ],
    'an external_id one too long': [() => ({ external_id: 'x'.repeat(256) }), 'field_too_long', 'external_id'],
    'a huge comment': [() => ({ comment: huge }), 'field_too_long', 'comment'],
    'a huge phone': [() => ({ client: { phone: '9'.repeat(10_000_000) } }), 'field_too_long', 'client.phone'],
    'a huge point': [() => ({ point_id: huge }), 'field_not_uuid', 'point_id'],
    'a huge time': [() => ({ scheduled_at: '2'.repeat(10_000_000) }), 'field_not_timestamp', 'scheduled_at'],
    'a huge product': [() => ({ items: [tea({ product_id: huge })] }), 'field_not_integer', 'items[0].product_id'],
    'a phone of words': [() => ({ client: { phone: 'call me' } }), 'phone_invalid', 'client.phone'],
    'a phone too short in other digits': [() => ({ client: { phone: '٩٩٨٩٠' } }), 'phone_invalid', 'client.phone'],
    'a comment that is a list': [() => ({ comment: ['no onion'] }), 'field_not_string', 'comment'],
    'a comment a thousand lists deep': [
      () => ({ comment: JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) }),
      'body_too_deep',
      null,
    ],
  });

  test('any Unicode text in an order is kept as it was', async () => {
    const comment = '🍲‍ ñ é Ўзбек العربية \u202e\u200f\ufeff\u0007 ’“”';
    const { status, body } = await place({ comment, items: [tea({ comment })] });
    expect(status).toBe(200);
    const [line] = body.items.filter((it: { is_modifier: boolean }) => !it.is_modifier);
    expect([body.comment, line.comment]).toEqual([comment, comment]);
  });

  test('of a field of an order that is given twice the last counts', async () => {
    const json = JSON.stringify(orderBody(venue, { comment: 'first' }));
    const headers = { 'content-type': 'application/json' };
    const send = (body: string) => venue.partner.send('POST', '/v1/orders', { body, headers });
    const before = await logEnd();
    expect(await send(json.replace(/}$/, ',"persons":2,"persons":0}'))).toMatchObject({ status: 400 });
    expect(await send(json.replace(/}$/, ',"items":[]}'))).toMatchObject({ status: 400 });
    expect(await logEnd()).toBe(before);
    expect(await send(json.replace(/}$/, ',"comment":"last"}'))).toMatchObject({
      status: 200,
      body: { comment: 'last' },
    });
  });

  test('an order’s keys with JavaScript’s own names mean nothing', async () => {
    const before = await logEnd();
    const headers = { 'content-type': 'application/json' };
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const json = JSON.stringify(orderBody(venue, { items: undefined }));
      const body = json.replace(/}$/, `,"${key}":{"items":[${JSON.stringify(tea())}]}}`);
      const answer = await venue.partner.send('POST', '/v1/orders', { body, headers });
      expect(answer).toMatchObject({ status: 400, body: { code: 'field_required' } });
      expect(names(answer.body, 'items')).toBe(true);
    }
    expect(await logEnd()).toBe(before);
  });
});

describe('too much at once', () => {
  /** Sends, and meanwhile asks for something small again and again: for how long does nobody else get an answer? */
  const beside = async (path: string, fields: Fields) => {
    // Written beforehand: the client's own work is in this thread too.
    const body = JSON.stringify(orderBody(venue, fields));
    const headers = { 'content-type': 'application/json' };
    let isOver = false;
    const started = workMs();
    const asked = venue.partner.send('POST', path, { body, headers }).finally(() => {
      isOver = true;
    });
    let longest = 0;
    while (!isOver) {
      const from = workMs();
      expect((await venue.partner.get('/v1/points')).status).toBe(200);
      longest = Math.max(longest, workMs() - from);
    }
    return { answer: await asked, took: workMs() - started, longest };
  };
  const many = <Thing>(thing: Thing, count = 10_000): Thing[] => Array(count).fill(thing);

  test.each([
    ['items', () => ({ items: many(tea()) }), 'items'],
    ['items that are none', () => ({ items: many(null) }), 'items'],
    ['modifiers', () => ({ items: [plov(many(small()))] }), 'items[0].modifiers'],
    [
      'different modifiers',
      () => ({ items: [plov(many(0).map((_, i) => ({ product_id: i + 1 })))] }),
      'items[0].modifiers',
    ],
    ['items of a hundred modifiers', () => ({ items: many(plov(many(small(), 100)), 500) }), null],
    ['more values than anything takes', () => ({ items: many(plov(many(small(), 100)), 1_000) }), null],
    ['fields', () => ({ ...Object.fromEntries(many(0).map((_, i) => [`f${i}`, i])), items: [] }), 'body'],
    ['lists in one another', () => ({ note: JSON.parse('['.repeat(9_999) + ']'.repeat(9_999)), items: [] }), null],
    ['megabytes of text', () => ({ note: 'x'.repeat(10_000_000), items: [] }), 'items'],
  ])('of %s is refused in under a second, and other requests do not wait for it', async (_, fields, field) => {
    const wrong = fields();
    for (const path of ['/v1/orders', '/v1/orders/calculate']) {
      const before = await logEnd();
      const { answer, took, longest } = await beside(path, wrong);
      expect(answer.status).toBe(400);
      if (field !== null) expect(names(answer.body, field), answer.body.message).toBe(true);
      expect(took).toBeLessThan(1_000);
      expect(longest).toBeLessThan(500);
      expect(await logEnd()).toBe(before);
    }
  });

  test('an order with the most items is accepted in under a second', async () => {
    const egg = { product_id: venue.products.egg, quantity: 1 };
    const parts = many({ product_id: venue.products.small, quantity: 0.01 }, 100);
    const cases = [
      ['/v1/orders', many(plov([small(), egg]), 500), 500 * 49_000],
      ['/v1/orders/calculate', many(plov(parts), 500), 500 * 45_000],
    ] as const;
    for (const [path, items, total_amount] of cases) {
      const { answer, took, longest } = await beside(path, { items });
      expect([answer.status, answer.body.total_amount]).toEqual([200, total_amount]);
      expect(took).toBeLessThan(1_000);
      expect(longest).toBeLessThan(500);
    }
  });
});
