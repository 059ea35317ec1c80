// A database of its own: it asks for menus at each position of the whole log.

import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
/** After the venues were made. Prices of a menu go by the hour and the day of the week: each run has the same. */
const clock = createClock(nextMonday());

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
});
afterAll(() => app.stop());

function nextMonday(): string {
  const today = Temporal.Now.plainDateISO('UTC');
  return `${today.add({ days: 8 - today.dayOfWeek })}T09:00:00.250Z`;
}

/** The answer as it went over the wire. */
const textOf = async (client: HttpClient, path: string): Promise<string> => {
  const answer = await request(app.url + path, { headers: { authorization: `Bearer ${client.token}` } });
  return `${answer.statusCode} ${answer.headers.etag} ${await answer.body.text()}`;
};

type Names = keyof TestVenue['products'];
const product = fc.constantFrom<Names>('plov', 'tea', 'kazy', 'small', 'large', 'egg', 'garlic');
const window = fc.record({
  days: fc.constantFrom([1, 2, 3, 4, 5, 6, 7], [1, 2]),
  from: fc.constantFrom('00:00', '14:00', '20:00'),
  to: fc.constantFrom('16:00', '02:00', '24:00'),
});
const price = fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1_000);

/** Something that the venue or a guest does, by its name. */
const change = fc.oneof(
  // Often, and of few products, so that windows overlap.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('price'),
      product: fc.constantFrom<Names>('tea', 'small'),
      price,
      window: fc.option(window, { freq: 6 }),
    }),
  },
  fc.record({ do: fc.constant('stop'), product, quantity: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ do: fc.constant('clear'), product }),
  fc.record({ do: fc.constant('sale'), product, on_sale: fc.boolean() }),
  fc.record({
    do: fc.constant('rename'),
    product: fc.constantFrom<Names>('tea', 'kazy'),
    is_active: fc.boolean(),
    price,
  }),
  fc.record({ do: fc.constant('close'), closed: fc.boolean() }),
  fc.record({
    do: fc.constant('publish'),
    shown: fc.subarray<Names>(['plov', 'tea', 'kazy']),
    price: fc.option(price),
  }),
  fc.record({ do: fc.constant('order') }),
  fc.record({ do: fc.constant('zone'), timezone: fc.constantFrom('Asia/Tashkent', 'Europe/London') }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const make = async (venue: TestVenue, it: Change): Promise<void> => {
  const { till, point_id, category_id, menu_id, partner, products } = venue;
  const product_id = 'product' in it ? products[it.product] : 0;
  // A change that changes nothing is accepted too; an order may be refused.
  const send = (type: string, fields: object) => command(till, type, { ...fields });
  switch (it.do) {
    case 'price': {
      const { price, window } = it as Extract<Change, { window: unknown }>;
      if (window?.from === window?.to && window) return;
      return send('SetPrices', { point_id, prices: [{ product_id, price, ...(window && { window }) }] });
    }
    case 'stop':
      return send('SetStopList', {
        point_id,
        entries: [{ product_id, quantity: (it as { quantity: number }).quantity }],
      });
    case 'clear':
      return send('ClearStopList', { point_id, product_ids: [product_id] });
    case 'sale':
      return send('SetOnSale', { point_id, product_ids: [product_id], on_sale: (it as { on_sale: boolean }).on_sale });
    case 'rename': {
      const {
        product: name,
        is_active,
        price: base_price,
      } = it as { product: string; is_active: boolean; price: number };
      const fields = { type: 'product', name: `${name} ${base_price}`, category_id, base_price, is_active };
      return send('DefineProduct', { id: product_id, ...fields });
    }
    case 'close':
      return send('CloseMenuSection', { point_id, category_id, closed: (it as { closed: boolean }).closed });
    case 'publish': {
      const { shown, price } = it as { shown: Names[]; price: number | null };
      const categories = [{ id: 1, name: 'Everything', order_number: 1 }];
      const listed = shown.map((name) => ({ product_id: products[name], category_id: 1, ...(price && { price }) }));
      return send('PublishShowcase', { id: menu_id, name: 'App menu', categories, products: listed });
    }
    case 'order': {
      const items = [{ product_id: products.tea, quantity: 1 }];
      const { status } = await partner.post('/v1/orders', orderBody(venue, { items }));
      expect([200, 400]).toContain(status);
      return;
    }
    case 'zone': {
      const {
        point_id: _,
        special_days: __,
        ...fields
      } = (await venue.auditor.get(`/audit/v1/points/${point_id}`)).body.state;
      return send('DefinePoint', { id: point_id, ...fields, timezone: (it as { timezone: string }).timezone });
    }
  }
};

interface Seen {
  readonly at: string;
  readonly position: number;
  readonly menu: string;
  readonly stopList: string;
}

const look = async (venue: TestVenue): Promise<Seen> => {
  const { partner, point_id, menu_id } = venue;
  return {
    at: clock.at(0),
    position: await app.tillstream.store.head(),
    menu: await textOf(partner, `/v1/menus/${menu_id}?point_id=${point_id}`),
    stopList: await textOf(partner, `/v1/stop-list?point_id=${point_id}`),
  };
};

describe('the menu and the stop-list as of any moment', () => {
  const compare = async (venue: TestVenue, seen: readonly Seen[], momentsOf: (seen: Seen) => readonly string[]) => {
    const { auditor, point_id, menu_id, partnerKeyId } = venue;
    const path = `/audit/v1/points/${point_id}`;
    for (const one of seen) {
      for (const at of momentsOf(one)) {
        const moment = `at=${encodeURIComponent(at)}`;
        expect(await textOf(auditor, `${path}/menu?menu_id=${menu_id}&${moment}`)).toBe(one.menu);
        expect(await textOf(auditor, `${path}/menu?menu_id=${menu_id}&key_id=${partnerKeyId}&${moment}`)).toBe(
          one.menu,
        );
        expect(await textOf(auditor, `${path}/stop-list?${moment}`)).toBe(one.stopList);
      }
    }
  };

  const live = async (changes: readonly Change[], pause: number): Promise<[TestVenue, Seen[]]> => {
    const venue = await createVenue(app);
    const seen: Seen[] = [];
    for (const change of changes) {
      clock.move(pause);
      await make(venue, change);
      seen.push(await look(venue));
      // Prices may change while nobody does anything.
      clock.move(pause);
      seen.push(await look(venue));
    }
    return [venue, seen];
  };

  test('at any instant they are what the partner was answered then, byte for byte', { timeout: 300_000 }, async () => {
    const history = fc.array(change, { minLength: 4, maxLength: 20 });
    const pause = fc.constantFrom(MINUTE, 47 * MINUTE, 5 * 60 * MINUTE);
    const property = fc.asyncProperty(history, pause, async (changes, pause) => {
      const [venue, seen] = await live(changes, pause);
      await compare(venue, seen, ({ at }) => [at]);
    });
    await fc.assert(property, { numRuns: effort({ short: 4, long: 40 }) });
  });

  test('at any log position, too, if prices do not follow the clock', { timeout: 300_000 }, async () => {
    const unhurried = change.filter((it) => !('window' in it && it.window));
    const history = fc.array(unhurried, { minLength: 4, maxLength: 20 });
    const property = fc.asyncProperty(history, async (changes) => {
      const [venue, seen] = await live(changes, MINUTE);
      await compare(venue, seen, ({ position }) => [String(position)]);
    });
    await fc.assert(property, { numRuns: effort({ short: 2, long: 40 }) });
  });
});

test('a menu is refused as the key was, and before there was one', async () => {
  const venue = await createVenue(app);
  const { till, auditor, point_id, menu_id, partnerKeyId } = venue;
  const before = clock.at(0);
  clock.move(MINUTE);
  await command(till, 'UpdateKey', { key_id: partnerKeyId, showcase_ids: [] });
  const ask = (query: string, of = point_id) => auditor.get(`/audit/v1/points/${of}/menu?${query}`);
  const asKey = `menu_id=${menu_id}&key_id=${partnerKeyId}`;
  expect((await ask(`${asKey}&at=${before}`)).status).toBe(200);
  expect(await ask(asKey)).toMatchObject({ status: 409, body: { code: 'menu_not_selected' } });
  expect(await ask('menu_id=1')).toMatchObject({ status: 404, body: { code: 'menu_not_found' } });
  expect(await ask(`menu_id=${menu_id}&at=1`)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  const other = await createVenue(app);
  expect(await ask(`menu_id=${other.menu_id}`)).toMatchObject({ status: 404, body: { code: 'menu_not_found' } });
  expect(await ask(`menu_id=${menu_id}&key_id=${other.partnerKeyId}`)).toMatchObject({
    status: 404,
    body: { code: 'key_not_found' },
  });
  for (const path of ['menu?menu_id=1', 'stop-list']) {
    const answer = await auditor.get(`/audit/v1/points/${other.point_id}/${path}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  }
});
