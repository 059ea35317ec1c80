import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { en } from '../../src/api/http/messages/en.ts';
import { LANGUAGES, type Language } from '../../src/api/http/messages/languages.ts';
import { CATALOGUE } from '../../src/api/http/messages/messages.ts';
import { orderTypeName, statusName } from '../../src/api/http/messages/status-names.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
const venues = new Map<Language, LanguageVenue>();

/** A venue with something of everything that an order can be refused for. */
interface LanguageVenue extends TestVenue {
  /** A partner for whom no external menu is selected. */
  readonly withoutMenu: HttpClient;
  /** A partner who may send one request a minute. */
  readonly hasty: HttpClient;
  readonly foreignMenu: number;
  readonly withdrawn: number;
}

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  for (const language of LANGUAGES) venues.set(language, await createLanguageVenue(language));
});
afterAll(() => app.stop());

const createLanguageVenue = async (language: Language): Promise<LanguageVenue> => {
  const venue = await createVenue(app, { language });
  const { till, point_id, products } = venue;
  const partner = async (terms: Record<string, unknown>) => {
    const { api_key } = await command(till, 'IssueKey', { audience: 'partner', name: 'other', ...terms });
    return app.client(api_key);
  };
  const square = [
    [69.1, 41.2],
    [69.3, 41.2],
    [69.3, 41.4],
    [69.1, 41.4],
  ];
  const zone = { point_id, name: 'Centre', polygon: square, price: 10_000, minutes: 30, min_order_amount: 50_000 };
  await command(till, 'DefineZone', zone);
  for (const [name, order_type_id] of [
    ['Hall', 1],
    ['Takeaway', 2],
    ['Delivery', 3],
  ]) {
    await command(till, 'DefineOrderTypeSub', { name, order_type_id, is_default: true });
  }
  await command(till, 'SetStopList', {
    point_id,
    entries: [
      { product_id: products.large, quantity: 0 },
      { product_id: products.kazy, quantity: 2.5 },
    ],
  });
  const salad = { type: 'product', name: 'Achichuk', base_price: 9_000, category_id: venue.category_id };
  const { id: withdrawn } = await command(till, 'DefineProduct', salad);
  await command(till, 'SetOnSale', { point_id, product_ids: [products.garlic, withdrawn], on_sale: false });
  const { id: foreignMenu } = await command(till, 'PublishShowcase', {
    name: 'Another app’s',
    categories: [{ id: 1, name: 'Everything', order_number: 1 }],
    products: [],
  });
  return {
    ...venue,
    foreignMenu,
    withdrawn,
    withoutMenu: await partner({}),
    hasty: await partner({ requests_per_minute: 1 }),
  };
};

const place = (venue: TestVenue, fields: Record<string, unknown>) =>
  venue.partner.post('/v1/orders', orderBody(venue, fields));
const deliver = (venue: TestVenue, address: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
  place(venue, { order_type_id: 3, address: { street: 'Amir Temur 1', ...address }, ...fields });
const plov = ({ products }: TestVenue, ...modifiers: number[]) => ({
  items: [
    {
      product_id: products.plov,
      quantity: 1,
      modifiers: modifiers.map((product_id) => ({ product_id, quantity: 1 })),
    },
  ],
});
const tea = ({ products }: TestVenue, quantity: number) => ({ items: [{ product_id: products.tea, quantity }] });
const orderOf = async (venue: TestVenue): Promise<number> => (await place(venue, {})).body.order_id;
const cancel = (venue: TestVenue, id: number) => venue.partner.post(`/v1/orders/${id}/cancel`, {});

interface Provoked {
  readonly status: number;
  readonly code: keyof typeof en;
  /** What the text must hold beside its words: the field, or the amount that the contract has it state. */
  readonly says?: string;
  /** What the error tells programs of the values in its text. */
  readonly details?: (venue: LanguageVenue) => Record<string, unknown>;
  ask(venue: LanguageVenue): Promise<HttpAnswer>;
}

/** Every cause that an order can be refused for. */
const PROVOKED: Readonly<Record<string, Provoked>> = {
  'required field missing': {
    status: 400,
    code: 'field_required',
    says: 'payment_type_id',
    ask: (venue) => place(venue, { payment_type_id: undefined }),
  },
  'field not a valid UUID': {
    status: 400,
    code: 'field_not_uuid',
    says: 'point_id',
    ask: (venue) => place(venue, { point_id: 'x' }),
  },
  'field not an integer': {
    status: 400,
    code: 'field_not_integer',
    says: 'items[0].product_id',
    ask: (venue) => place(venue, { items: [{ product_id: 1.5, quantity: 1 }] }),
  },
  'point not found': {
    status: 404,
    code: 'point_not_found',
    ask: (venue) => place(venue, { point_id: randomUUID() }),
  },
  'menu not found': {
    status: 404,
    code: 'menu_not_found',
    ask: ({ partner, foreignMenu, point_id }) => partner.get(`/v1/menus/${foreignMenu}?point_id=${point_id}`),
  },
  'no external menu selected': {
    status: 409,
    code: 'menu_not_selected',
    ask: ({ withoutMenu }) => withoutMenu.get('/v1/menus'),
  },
  'product not found': {
    status: 400,
    code: 'product_not_found',
    says: '999999',
    ask: (venue) => place(venue, { items: [{ product_id: 999_999, quantity: 1 }] }),
  },
  'product withdrawn from sale': {
    status: 400,
    code: 'product_not_found',
    says: 'items[0].product_id',
    ask: (venue) => place(venue, { items: [{ product_id: venue.withdrawn, quantity: 1 }] }),
  },
  'product in the stop-list': {
    status: 400,
    code: 'product_in_stop_list',
    says: 'Large',
    details: ({ products }) => ({ name: 'Large', product_id: products.large, available_quantity: 0 }),
    ask: (venue) => place(venue, plov(venue, venue.products.large)),
  },
  'insufficient by the stop-list': {
    status: 400,
    code: 'stop_list_insufficient',
    says: '2.5',
    details: ({ products }) => ({ product_id: products.kazy, available_quantity: 2.5 }),
    ask: (venue) => place(venue, { items: [{ product_id: venue.products.kazy, quantity: 3 }] }),
  },
  'modifier not found': {
    status: 400,
    code: 'modifier_not_found',
    says: 'items[0].modifiers[1].product_id',
    ask: (venue) => place(venue, plov(venue, venue.products.small, venue.products.tea)),
  },
  'modifier withdrawn from sale': {
    status: 400,
    code: 'modifier_not_found',
    says: 'items[0].modifiers[1].product_id',
    ask: (venue) => place(venue, plov(venue, venue.products.small, venue.products.garlic)),
  },
  'too few modifiers': {
    status: 400,
    code: 'modifier_group_too_few',
    says: 'Size',
    ask: (venue) => place(venue, plov(venue)),
  },
  'parts of what is sold whole': {
    status: 400,
    code: 'quantity_not_divisible',
    says: 'Tea',
    ask: (venue) => place(venue, tea(venue, 1.5)),
  },
  'payment type not available': {
    status: 400,
    code: 'payment_type_not_available',
    says: 'payment_type_id',
    ask: (venue) => place(venue, { payment_type_id: 999_999 }),
  },
  'no order sub-type': {
    status: 400,
    code: 'order_type_sub_not_found',
    says: 'order_type_sub_id',
    ask: (venue) => place(venue, { order_type_sub_id: 999_999 }),
  },
  'address outside the zones': {
    status: 400,
    code: 'address_outside_zones',
    ask: (venue) => deliver(venue, { latitude: 40, longitude: 69.2 }),
  },
  'coordinates missing': {
    status: 400,
    code: 'coordinates_required',
    says: 'address.latitude',
    ask: (venue) => deliver(venue, {}),
  },
  'minimum order amount': {
    status: 400,
    code: 'order_below_zone_minimum',
    says: '50000',
    details: () => ({ min_order_amount: 50_000 }),
    ask: (venue) => deliver(venue, { latitude: 41.3, longitude: 69.2 }, tea(venue, 1)),
  },
  'order not found': {
    status: 404,
    code: 'order_not_found',
    ask: ({ partner }) => partner.get('/v1/orders/999999999'),
  },
  'order already cancelled': {
    status: 409,
    code: 'order_already_cancelled',
    ask: async (venue) => {
      const id = await orderOf(venue);
      expect((await cancel(venue, id)).status).toBe(200);
      return cancel(venue, id);
    },
  },
  'order already accepted': {
    status: 409,
    code: 'order_already_accepted',
    ask: async (venue) => {
      const id = await orderOf(venue);
      await command(venue.till, 'AcceptOrder', { order_id: id });
      return cancel(venue, id);
    },
  },
  'comment required by the cancel cause': {
    status: 400,
    code: 'cancel_comment_required',
    says: 'comment',
    ask: async (venue) =>
      venue.partner.post(`/v1/orders/${await orderOf(venue)}/cancel`, { cancel_cause_id: venue.causes.needsComment }),
  },
  'cancel cause not found': {
    status: 400,
    code: 'cancel_cause_not_found',
    says: 'cancel_cause_id',
    ask: async (venue) => venue.partner.post(`/v1/orders/${await orderOf(venue)}/cancel`, { cancel_cause_id: 999_999 }),
  },
  'preorder less than 30 minutes ahead': {
    status: 400,
    code: 'preorder_too_early',
    says: '30',
    ask: (venue) => place(venue, { scheduled_at: clock.at(29 * MINUTE) }),
  },
  'preorder for a time when the point is closed': {
    status: 400,
    code: 'point_closed_then',
    says: 'scheduled_at',
    // The clock shows 14:00 there, and the point closes at 23:00.
    ask: (venue) => place(venue, { scheduled_at: clock.at(10 * 60 * MINUTE) }),
  },
  'table not found': {
    status: 400,
    code: 'table_not_found',
    says: 'table_id',
    ask: (venue) => place(venue, { order_type_id: 1, table_id: 999_999 }),
  },
  'phone that is none': {
    status: 400,
    code: 'phone_invalid',
    says: 'client.phone',
    ask: (venue) => place(venue, { client: { phone: '12' } }),
  },
  'wrong SMS code': {
    status: 400,
    code: 'wrong_code',
    ask: ({ partner }) => partner.post('/v1/clients/auth/verify-code', { phone: '+998901112233', otp: '000000' }),
  },
  'client not found': {
    status: 404,
    code: 'client_not_found',
    ask: ({ partner }) => partner.get('/v1/clients/999999999'),
  },
  'rate limit exceeded': {
    status: 429,
    code: 'rate_limited',
    ask: async ({ hasty }) => {
      await hasty.get('/v1/points');
      return hasty.get('/v1/points');
    },
  },
  'section of others': {
    status: 403,
    code: 'audience_forbidden',
    ask: ({ partner }) => partner.get('/venue/v1/orders'),
  },
  'malformed JSON': {
    status: 400,
    code: 'malformed_json',
    ask: ({ partner }) =>
      partner.send('POST', '/v1/orders', { body: '{', headers: { 'content-type': 'application/json' } }),
  },
};

/** Whether a text is this code's in the language, whatever stands in its places; a field may follow in brackets. */
const isOf = (language: Language, code: keyof typeof en, text: string): boolean => {
  const [first = '', ...rest] = CATALOGUE[language][code].split(/\{\w+\}/);
  const words = [first, ...rest].map((part) => RegExp.escape(part)).join('.*');
  return new RegExp(`^${words}( \\([\\w.[\\]]+\\))?$`, 's').test(text);
};

describe('each error is told in the language of the brand', () => {
  test.each(Object.entries(PROVOKED))(
    'the error %s is told in the language of the brand',
    async (_, { status, code, says, details, ask }) => {
      const texts = new Map<Language, string>();
      for (const language of LANGUAGES) {
        const { body, status: answered } = await ask(venues.get(language)!);
        expect({ language, status: answered, code: body.code }).toEqual({ language, status, code });
        expect([language, body.message]).toSatisfy(() => isOf(language, code, body.message));
        expect(body.message).toContain(says ?? '');
        expect(body.details ?? {}).toMatchObject(details?.(venues.get(language)!) ?? {});
        // The text names the same field, where one is to blame.
        expect(body.message).toContain(body.field ?? '');
        if (says?.includes('_id')) expect(body.field).toBe(says);
        expect(body.message).not.toMatch(/undefined|NaN|\[object|[{}]/);
        texts.set(language, body.message);
      }
      expect(new Set(texts.values()).size).toBe(LANGUAGES.length);
    },
  );
});

describe('what is no error', () => {
  const AT_SEA = { latitude: 0, longitude: 0 };
  test.each(LANGUAGES)(
    'names of statuses and order types, and why there is no delivery, are told in %s too',
    async (it) => {
      const { partner, ...venue } = venues.get(it)!;
      const order = (await partner.post('/v1/orders', orderBody({ partner, ...venue }))).body;
      const types = (await partner.get(`/v1/order-types?language=${it}`)).body.order_types;
      const check = (await partner.post('/v1/delivery/check', AT_SEA)).body;
      expect(check).toMatchObject({ is_deliverable: false, reason: 'out_of_zone' });
      expect(check.message).toBe(CATALOGUE[it].delivery_out_of_zone);
      const script = it === 'ru' || it === 'uz_cyrl' ? /\p{Script=Cyrillic}/u : /^\P{Script=Cyrillic}+$/u;
      expect(order.status_name).toMatch(script);
      for (const { name } of types) expect(name).toMatch(script);
    },
  );
});

describe('a request asks for its language', () => {
  const asks: (readonly [language: Language, query: string, accepted: string | undefined])[] = [
    ['tr', '?language=tr', undefined],
    ['tr', '?language=tr', 'ru'],
    ['uz_latn', '', 'uz-latn'],
    ['uz_cyrl', '', 'uz-Cyrl'],
    ['ru', '', 'de, ru-RU;q=0.9, en;q=0.8'],
  ];
  test.each(asks)('and has it in %s, by %s and %s', async (language, query, accepted) => {
    // Its brand speaks English.
    const venue = venues.get('en')!;
    const { partner, till, auditor } = venue;
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const ask = (client: HttpClient, method: string, path: string, json?: object) =>
      client.send(method, path + query, {
        headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      });
    const text = (code: keyof typeof en) => CATALOGUE[language][code];
    const order = await orderOf(venue);
    const name = statusName(language, 'CREATED');
    for (const [client, path] of [
      [partner, `/v1/orders/${order}`],
      [till, `/venue/v1/orders/${order}`],
      [auditor, `/audit/v1/orders/${order}`],
    ] as const) {
      const { body } = await ask(client, 'GET', path);
      expect([path, (body.state ?? body).status_name]).toEqual([path, name]);
    }
    const types = (await ask(partner, 'GET', '/v1/order-types')).body.order_types;
    expect(types.map((type: { name: string }) => type.name)).toEqual(
      [1, 2, 3].map((id) => orderTypeName(id as 1, language)),
    );
    const check = await ask(partner, 'POST', '/v1/delivery/check', { latitude: 0, longitude: 0 });
    expect(check.body.message).toBe(text('delivery_out_of_zone'));
    const refused = [
      await ask(partner, 'GET', '/v1/orders/999999999'),
      await ask(till, 'POST', '/venue/v1/commands/AcceptOrder', { command_id: randomUUID(), order_id: 999_999_999 }),
    ];
    for (const { body } of refused) expect(body.message).toBe(text('order_not_found'));
    const batch = { commands: [{ type: 'AcceptOrder', command_id: randomUUID(), order_id: 999_999_999 }] };
    const { results } = (await ask(till, 'POST', '/venue/v1/commands', batch)).body;
    expect(results[0].message).toBe(text('order_not_found'));
    for (const client of [partner, app.anonymous]) {
      expect((await ask(client, 'GET', '/v1/nowhere')).body.message).toBe(text('route_not_found'));
      const wrongMethod = (await ask(client, 'DELETE', '/v1/points')).body;
      expect(wrongMethod.message).toBe(text('method_not_allowed').replace('{method}', 'DELETE'));
    }
    expect((await ask(app.anonymous, 'GET', '/v1/points')).body.message).toBe(text('no_token'));
    expect((await ask(partner, 'GET', '/venue/v1/orders')).body.message).toBe(text('audience_forbidden'));
  });

  test.each(LANGUAGES)(
    'an address that is none is told in %s, the language of the brand, to who is known',
    async (language) => {
      const { partner } = venues.get(language)!;
      expect((await partner.get('/v1/nowhere')).body.message).toBe(CATALOGUE[language].route_not_found);
      const { message } = (await partner.send('PUT', '/v1/points')).body;
      expect(message).toBe(CATALOGUE[language].method_not_allowed.replace('{method}', 'PUT'));
      const stranger = { headers: { authorization: 'Bearer x.y.z' } };
      expect((await app.anonymous.send('GET', '/v1/nowhere', stranger)).body.message).toBe(
        CATALOGUE.en.route_not_found,
      );
    },
  );

  test('a text message to a guest is in the language that the partner asks for', async () => {
    const { partner } = venues.get('en')!;
    const phone = '+998901112277';
    const { body } = await partner.post('/v1/clients/auth/send-code?language=tr', { phone });
    expect(body.message).toBe(CATALOGUE.tr.code_sent);
  });
});

test('an error is in English before the caller is known', async () => {
  const unknown = await app.anonymous.post('/v1/auth/token', { api_key: 'no such key' });
  const without = await app.anonymous.get('/v1/points');
  for (const [{ status, body }, code] of [
    [unknown, 'invalid_api_key'],
    [without, 'no_token'],
  ] as const) {
    expect([status, body.code, body.message]).toEqual([401, code, CATALOGUE.en[code]]);
  }
});
