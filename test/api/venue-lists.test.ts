import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { venueLists } from '../../src/api/venue/lists/index.ts';
import type { VenueList } from '../../src/api/venue/lists/list.ts';
import { command } from '../support/app.ts';
import { commandBodies } from '../support/command-bodies.ts';
import { createWorld, type World } from '../support/isolation/world.ts';
import { sharedApp } from '../support/shared-app.ts';

type Entry = Readonly<Record<string, unknown>>;

let app: Awaited<ReturnType<typeof sharedApp>>;
let world: World;

/** With every field that it may have, and the least that it may have. */
const MADE_BESIDE =
  /^(Define|PublishShowcase|Register(Organization|Supplier)|HireEmployee|ConfigureLoyalty|AssignMotivation)/;

beforeAll(async () => {
  app = await sharedApp();
  world = await createWorld(app);
  const { venue, targets } = world;
  const bodies = Object.entries(commandBodies(venue, targets));
  await Promise.all(
    bodies.filter(([type]) => MADE_BESIDE.test(type)).map(([type, body]) => command(venue.till, type, { ...body })),
  );
  const { point_id, products } = venue;
  const prices = [
    { product_id: products.tea, price: 9_000, window: { days: [1, 2, 3], from: '22:00', to: '02:00' } },
    { product_id: products.tea, price: 8_500 },
  ];
  await command(venue.till, 'SetPrices', { point_id, prices });
  await command(venue.till, 'SetCosts', { point_id, costs: [{ product_id: products.tea, cost: 900 }] });
  await command(venue.till, 'SetOnSale', { point_id, product_ids: [products.kazy], on_sale: false });
  const entries = [{ product_id: products.kazy, quantity: 2.5, reason: 'Sold out' }];
  await command(venue.till, 'SetStopList', { point_id, entries });
  await command(venue.till, 'CloseMenuSection', { point_id, category_id: venue.category_id, closed: true });
}, 60_000);
afterAll(() => app.stop());

const nameOf = ({ path }: VenueList): string => path.replaceAll('-', '_');

const pageOf = async (list: VenueList, query = ''): Promise<{ entries: Entry[]; next: unknown }> => {
  const answer = await world.venue.till.get(`/venue/v1/${list.path}?${query}`);
  expect(answer.status, list.path).toBe(200);
  return { entries: answer.body[nameOf(list)], next: answer.body.next_after_id };
};

/** What the venue itself cannot change: a key of its own audience, and one that has ended. */
const isChangeable = ({ state }: Entry): boolean => {
  const { audience = 'partner', revoked_at = null } = (state ?? {}) as Entry;
  return audience === 'partner' && revoked_at === null;
};

const sendBack = (list: VenueList, entry: Entry) =>
  world.venue.till.post(`/venue/v1/commands/${list.command}`, { command_id: randomUUID(), ...entry });

test.each(venueLists.filter(({ command }) => command))(
  'what $path show can be sent back by $command, which records nothing',
  async (list) => {
    const { entries } = await pageOf(list);
    const sent = entries.filter(isChangeable);
    expect(sent.length).toBeGreaterThan(0);
    for (const entry of sent) {
      const { status, body } = await sendBack(list, entry);
      expect({ entry, status, body }).toMatchObject({ status: 200, body: { status: 'accepted', position: null } });
    }
  },
);

test.each(venueLists)(
  '$path: pages hold each entry once, one by one they are the same, and a tag saves the answer',
  async (list) => {
    const { till } = world.venue;
    const { entries } = await pageOf(list);
    const paged: Entry[] = [];
    for (let after = '', more = true; more; ) {
      const page = await pageOf(list, `limit=1${after}`);
      paged.push(...page.entries);
      more = page.next !== null;
      after = `&after_id=${page.next}`;
    }
    expect(paged).toEqual(entries);
    const id = Object.values(entries.at(-1)!)[0];
    const path = `/venue/v1/${list.path}/${id}`;
    const one = await till.get(path);
    expect(one.body).toEqual(entries.at(-1));
    const again = await till.get(path, { 'if-none-match': one.headers.get('etag')! });
    expect(again.status).toBe(304);
  },
);

test('a product shows what each point has set for it, in the words of the commands that set it', async () => {
  const { till, products, point_id } = world.venue;
  const tea = await till.get(`/venue/v1/products/${products.tea}`);
  const window = { days: [1, 2, 3], from: '22:00', to: '02:00' };
  const prices = [
    { price: 9_000, window },
    { price: 8_500, window: null },
  ];
  expect(tea.body.state.points).toEqual([{ point_id, prices, cost: 900, on_sale: true, stop: null }]);
  const kazy = await till.get(`/venue/v1/products/${products.kazy}`);
  const stop = { quantity: 2.5, reason: 'Sold out' };
  expect(kazy.body.state.points).toEqual([{ point_id, prices: [], cost: null, on_sale: false, stop }]);
  const elsewhere = await pageOf(venueLists.find(({ path }) => path === 'products')!, `limit=500`);
  expect(elsewhere.entries.find(({ id }) => id === products.egg)).toMatchObject({ state: { points: [] } });
  const section = await till.get(`/venue/v1/categories/${world.venue.category_id}`);
  expect(section.body.state.closed_at).toEqual([point_id]);
});

test.each([
  ['halls', 'point_id', () => world.venue.point_id],
  ['hall-tables', 'hall_id', () => world.venue.hall_id],
  ['payment-types', 'point_id', () => world.venue.point_id],
  ['products', 'category_id', () => world.venue.category_id],
  ['products', 'type', () => 'modifier'],
  ['employees', 'role', () => 'waiter'],
  ['money-accounts', 'source', () => 'bank'],
  ['districts', 'region_id', () => world.ids.region],
  ['shifts', 'state', () => 'open'],
])('%s are filtered by %s', async (path, filter, asked) => {
  const list = venueLists.find((it) => it.path === path)!;
  const value = asked();
  const { entries: all } = await pageOf(list);
  const { entries } = await pageOf(list, `${filter}=${value}`);
  const fits = (entry: Entry): boolean => {
    if (filter === 'state') return entry.closed_at === null;
    return entry[filter] === value || (entry[`${filter}s`] as unknown[] | undefined)?.includes(value) === true;
  };
  expect(entries.length).toBeGreaterThan(0);
  expect(entries).toEqual(all.filter(fits));
});

test('the loyalty service and the webhooks are shown without a secret, and keys without a hash', async () => {
  const { till } = world.venue;
  const { loyalty } = (await till.get('/venue/v1/loyalty')).body;
  const again = await till.post('/venue/v1/commands/ConfigureLoyalty', { command_id: randomUUID(), ...loyalty });
  expect(again.body).toMatchObject({ status: 'accepted', position: null, result: { secret: null } });
  const shown = await Promise.all(['keys', 'webhooks', 'loyalty'].map((path) => till.get(`/venue/v1/${path}`)));
  expect(JSON.stringify(shown.map(({ body }) => body))).not.toMatch(/secret|hash|whsec_/);
});
