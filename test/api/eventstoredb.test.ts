// A database of its own: its log is in an EventStoreDB.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { parseVerifierKey } from '../../src/transparency/note.ts';
import { verifyExport } from '../../src/transparency/verify-export.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createCounterparties } from '../support/counterparties.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import type { HttpClient } from '../support/http-client.ts';
import { rootOfPath } from '../support/merkle-by-definition.ts';
import { clientOf, openBrowser, PASSWORD, signedIn } from '../support/people.ts';
import { purgeResults } from '../support/purge-results.ts';
import { createVenue, orderBody } from '../support/venue.ts';

/** The production shape: events in EventStoreDB, everything else in Postgres. */
let eventStore: Awaited<ReturnType<typeof startEventStoreDbServer>>;
let app: TestApp;

beforeAll(async () => {
  eventStore = await startEventStoreDbServer();
  app = await startTestApp({ eventStoreUrl: eventStore.url });
});
afterAll(async () => {
  await app.stop();
  await eventStore.stop();
});

test('people are invited, sign in, act in their own name, are shut out and forgotten', async () => {
  const newLogin = () => `p.${randomUUID().slice(0, 8)}`;
  const [login, second] = [newLogin(), newLogin()];
  const brand = { name: 'Choyxona', currency: 'UZS', country_code: 'UZ', language: 'en' };
  const { brand_id, invitation } = await command(await app.platform(), 'CreateBrand', {
    ...brand,
    owner: { login, name: 'Rustam Karimov' },
  });
  const browser = openBrowser(app.url);
  const accept = { invitation, password: PASSWORD };
  const accepted = await Promise.all(
    [browser, openBrowser(app.url)].map((it) => it.ask('POST', '/venue/v1/session/accept', accept)),
  );
  expect(accepted.map(({ status }) => status).sort()).toEqual([200, 400]);
  const signIn = (password: string) => browser.ask('POST', '/venue/v1/session', { login, password });
  expect((await signIn('not the password')).body.code).toBe('sign_in_failed');
  expect((await signIn(PASSWORD)).body).toMatchObject({ brand_id, role: 'owner' });
  const owner = clientOf(app.url, browser);
  const invited = await command(owner, 'InviteAccount', { login: second, name: 'Dilnoza', role: 'owner' });
  const other = clientOf(app.url, await signedIn(app.url, { login: second, ...invited }));
  const { account_id } = (await owner.get('/venue/v1/session')).body;
  await command(other, 'DefineRegion', { name: 'North' });

  // Of two owners who shut each other out at once, one stays. The other is refused as the brand's last owner, or is shut out already.
  const disable = (by: HttpClient, id: number) =>
    by.post('/venue/v1/commands/DisableAccount', { command_id: randomUUID(), account_id: id });
  const answers = await Promise.all([disable(owner, invited.account_id), disable(other, account_id)]);
  expect([
    [200, 401],
    [200, 409],
  ]).toContainEqual(answers.map(({ status }) => status).sort());
  const [left, gone] = answers[0].status === 200 ? [owner, invited.account_id] : [other, account_id];
  const statuses = await Promise.all([owner, other].map(async (it) => (await it.get('/venue/v1/session')).status));
  expect(statuses).toEqual(left === owner ? [200, 401] : [401, 200]);
  const byOther = async () => {
    const { body } = await left.get(`/audit/v1/events?actor=${invited.account_id}&type=RegionDefined`);
    return body.events.map(({ actor }: { actor: { name: string } }) => actor.name);
  };
  expect(await byOther()).toEqual(['Dilnoza']);
  await command(left, 'EraseAccount', { account_id: gone, reason: 'left' });
  expect(await byOther()).toEqual([gone === invited.account_id ? `account ${gone}` : 'Dilnoza']);
});

test('an order goes its whole way with its events in EventStoreDB, and Postgres holds none', async () => {
  const venue = await createVenue(app);
  const { partner, till, auditor, cash, cashier_id, point_id } = venue;
  const body = orderBody(venue, { external_id: randomUUID() });
  const answers = await Promise.all(Array.from({ length: 20 }, () => partner.post('/v1/orders', body)));
  expect(new Set(answers.map((answer) => answer.body.order_id)).size).toBe(1);

  const { order_id } = answers[0]!.body;
  await command(till, 'OpenShift', { point_id, cashier_id });
  await command(till, 'AcceptOrder', { order_id });
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] });
  expect((await partner.get(`/v1/orders/${order_id}`)).body.status).toBe('CLOSED');
  const { body: listed } = await till.get('/venue/v1/orders?status=CLOSED');
  expect(listed.orders.map((order: { order_id: number }) => order.order_id)).toEqual([order_id]);
  const { body: history } = await auditor.get(`/audit/v1/events?entity=order&entity_id=${order_id}`);
  expect(history.events).toHaveLength(4);

  const { body: later } = await partner.post('/v1/orders', orderBody(venue));
  const shown = (await partner.get(`/v1/orders/${order_id}`)).body;
  expect(Object.keys(shown.status_times)).toEqual(['CREATED', 'UNCONFIRMED_ORDER', 'CLOSED']);
  const feed = (await partner.get('/v1/orders?changed_since=2020-01-01T00:00:00Z&limit=1')).body;
  expect(feed).toMatchObject({ has_more: true, orders: [shown], next: { after_id: order_id } });
  // The order that the cursor names changes: its place is found in its stream.
  await command(till, 'ReopenCheque', { order_id, reason: 'Forgot the tea' });
  const { changed_since, after_id } = feed.next;
  const rest = (await partner.get(`/v1/orders?changed_since=${changed_since}&after_id=${after_id}`)).body;
  expect(rest.orders.map((order: { order_id: number }) => order.order_id)).toEqual([later.order_id, order_id]);

  const { rows } = await app.tillstream.pool.query('select count(*) as count from log.events');
  expect(rows).toEqual([{ count: 0 }]);
});

test('an organization owes no more than its limit with its events in EventStoreDB, and its balance is reported', async () => {
  const venue = await createVenue(app);
  const money = await createCounterparties(venue);
  const { till, partner } = venue;
  const { organization_id } = await command(till, 'RegisterOrganization', { name: 'Artel', debt_limit: 3_500 });
  const orders = await Promise.all(Array.from({ length: 12 }, () => money.open(700, organization_id)));
  const close = (order_id: number) =>
    till.post('/venue/v1/commands/CloseCheque', { command_id: randomUUID(), ...money.closing(order_id, 700) });
  const answers = await Promise.all(orders.map(close));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === 'debt_limit_exceeded')).toHaveLength(7);
  await money.pay(organization_id, 1_000);
  const { supplier_id } = await command(till, 'RegisterSupplier', { name: 'Bozor' });
  await command(till, 'RecordSupply', { supplier_id, point_id: venue.point_id, amount: 300 });
  const { organizations } = (await partner.get('/v1/reports/organizations')).body;
  const { suppliers } = (await partner.get('/v1/reports/suppliers')).body;
  expect([organizations[0].balance, suppliers[0].balance]).toEqual([-2_500, -300]);
});

test('a menu of more than a megabyte is published and read as one', async () => {
  const { till, partner, point_id, menu_id } = await createVenue(app);
  // Two bytes a letter: beyond what the server takes in one append.
  const description = 'Плов с бараниной,'.repeat(110);
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const { body } = await till.post('/venue/v1/commands', {
    commands: numbers.map((index) => ({
      type: 'DefineProduct',
      command_id: randomUUID(),
      fields: { type: 'product', name: `Dish ${index}`, base_price: 1_000 },
    })),
  });
  const categories = [{ id: 1, name: 'Food', order_number: 1 }];
  const products = body.results.map(({ result }: { result: { id: number } }, index: number) => ({
    product_id: result.id,
    category_id: 1,
    order_number: index,
    description: `${index}: ${description}`,
  }));
  await command(till, 'PublishShowcase', { id: menu_id, name: 'Large', categories, products });

  const { body: menu } = await partner.get(`/v1/menus/${menu_id}?point_id=${point_id}`);
  const read = menu.products.map((it: Record<string, unknown>) => [it.product_id, it.description]);
  expect(read).toEqual(products.map((it: Record<string, unknown>) => [it.product_id, it.description]));
});

test('a command whose result was purged is found in EventStoreDB', async () => {
  const venue = await createVenue(app);
  const { partner, till } = venue;
  const { order_id } = (await partner.post('/v1/orders', orderBody(venue))).body;
  const body = { command_id: randomUUID(), order_id };
  const first = await till.post('/venue/v1/commands/AcceptOrder', body);
  await command(till, 'StartCooking', { order_id });
  await purgeResults(app.tillstream.pool);
  const before = await app.tillstream.store.head();
  const again = await till.post('/venue/v1/commands/AcceptOrder', body);
  expect(again.body).toEqual({ ...first.body, status: 'duplicate' });
  expect(await app.tillstream.store.head()).toBe(before);
});

test('the audit log goes on after positions it gave, after its end, and after no other', async () => {
  const { auditor } = await createVenue(app);
  const { body } = await auditor.get('/audit/v1/events?limit=3');
  const [first, ...rest] = body.events;
  const page = async (after: number, accept = 'application/json') =>
    auditor.get(`/audit/v1/events?after=${after}&limit=2`, { accept });
  expect((await page(first.position)).body.events).toEqual(rest);
  expect((await page((await app.tillstream.store.head()) + 1)).body.events).toEqual([]);
  for (const accept of ['application/json', 'application/x-ndjson']) {
    const made = await page(first.position + 1, accept);
    expect(made).toMatchObject({
      status: 400,
      body: { code: 'field_invalid', message: expect.stringContaining('after') },
    });
  }
});

test('a closed day keeps preorders away, and is read as of then, with its events in EventStoreDB', async () => {
  const venue = await createVenue(app);
  const { till, partner, auditor, point_id } = venue;
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const order = () => partner.post('/v1/orders', orderBody(venue, { scheduled_at: `${date}T13:00:00+05:00` }));
  expect((await order()).status).toBe(200);
  const ofDay = { point_id, date, reservations_outside: 0, preorders_outside: 1 };
  expect(await command(till, 'DefineClosedDay', { point_id, date, reason: 'Navruz' })).toEqual(ofDay);
  expect((await order()).body.code).toBe('point_closed_then');
  const { events } = (await auditor.get('/audit/v1/events?type=ClosedDayDefined')).body;
  const at = events.at(-1).position as number;
  await command(till, 'RemoveClosedDay', { point_id, date });
  expect((await order()).status).toBe(200);
  const daysAt = async (moment: string) =>
    (await auditor.get(`/audit/v1/points/${point_id}${moment}`)).body.state.special_days;
  expect(await daysAt(`?at=${at}`)).toMatchObject([{ date, is_open: false, reason: 'Navruz' }]);
  expect(await daysAt('')).toEqual([]);
});

test('audits of then read EventStoreDB: entities, blame, a menu, a floor', async () => {
  const venue = await createVenue(app);
  const { till, partner, auditor, point_id, menu_id, products, cashier_id, category_id } = venue;
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  const { order_id } = (await partner.post('/v1/orders', orderBody(venue))).body;
  await command(till, 'SeatWalkIn', { table_id: venue.table_id, guests: 3 });
  const menu = (await partner.get(`/v1/menus/${menu_id}?point_id=${point_id}`)).body;
  const { events } = (await auditor.get('/audit/v1/events?limit=10000')).body;
  const at = events.at(-1).position as number;
  const tea = { type: 'product', name: 'Green tea', category_id, base_price: 9_000 };
  await command(till, 'DefineProduct', { id: products.tea, ...tea });
  await command(till, 'FreeTable', { table_id: venue.table_id });
  await command(till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });

  const ask = async (path: string) => (await auditor.get(`/audit/v1/${path}`)).body;
  expect((await ask(`products/${products.tea}?at=${at}`)).state).toMatchObject({ name: 'Tea', base_price: 8_000 });
  expect((await ask(`products/${products.tea}`)).state).toMatchObject({ name: 'Green tea' });
  expect((await ask(`shifts/${shift_id}`)).state).toMatchObject({ is_open: true });
  expect(await ask(`points/${point_id}/menu?menu_id=${menu_id}&at=${at}`)).toEqual(menu);
  const { blame } = await ask(`products/${products.tea}/blame`);
  const { position } = blame.find(({ path }: { path: string }) => path === '/name');
  expect(position).toBeGreaterThan(at);
  const { changes } = await ask(`products/${products.tea}/diff?from=${at}`);
  expect(changes).toContainEqual(
    expect.objectContaining({ path: '/base_price', before: 8_000, after: 9_000, position }),
  );
  const floor = await ask(`points/${point_id}/floor?at=${at}`);
  expect(floor.tables).toMatchObject([{ seated: { guests: 3 } }]);
  expect(floor.cheques).toMatchObject([{ order_id }]);
  expect(await ask(`points/${point_id}/floor`)).toMatchObject({ cheques: [], tables: [{ seated: null }] });
});

test('read models rebuilt from EventStoreDB are the same', async () => {
  const names = allProjections.map(({ name }) => name);
  const { store } = app.tillstream;
  const reports = await rebuild({ store, url: app.databaseUrl, projections: allProjections }, names);
  for (const { tables } of reports)
    for (const table of tables) expect(table, table.table).toMatchObject({ equal: true });
});

test("another program's events, of our types and in our streams, stop nobody and are part of nothing", async () => {
  const ACCEPTED = 'UNCONFIRMED_ORDER';
  const venue = await createVenue(app);
  const { till, partner, auditor } = venue;
  const place = async () => (await partner.post('/v1/orders', orderBody(venue))).body.order_id as number;
  const foreign = (text: string) => ({
    id: randomUUID(),
    type: 'OrderPlaced',
    contentType: 'application/json',
    data: Buffer.from('{"order_id":7}'),
    metadata: Buffer.from(text),
  });
  const first = await place();
  eventStore.log.append('theirs', 'any', [foreign('{"$correlationId":"abc"}')]);
  eventStore.log.append('order-77000', 'any', [foreign('{"$correlationId":"abc"}')]);
  eventStore.log.append(`order-${first}`, 'any', [foreign('{"$correlationId":"abc"}'), foreign('')]);

  await command(till, 'AcceptOrder', { order_id: first });
  const second = await place();
  await command(till, 'AcceptOrder', { order_id: second });
  const { body: listed } = await till.get('/venue/v1/orders?limit=1000');
  const statuses = listed.orders.map(({ order_id, status }: Record<string, unknown>) => [order_id, status]);
  expect(Object.fromEntries(statuses)).toEqual({ [first]: ACCEPTED, [second]: ACCEPTED });
  const { body: history } = await auditor.get(`/audit/v1/orders/${first}/history`);
  expect(history.events.map(({ type }: { type: string }) => type)).toEqual([
    ...['OrderPlaced', 'OrderAccepted', 'KitchenTicketPrinted'],
  ]);
  expect((await auditor.get(`/audit/v1/orders/${first}`)).body.state.status).toBe(ACCEPTED);
  expect((await auditor.get('/audit/v1/orders/77000')).status).toBe(404);
  expect((await partner.get('/v1/orders/77000')).status).toBe(404);
  const { body: health } = await app.anonymous.get('/health/ready');
  const models = Object.values(health.checks.read_models) as { parked: unknown }[];
  expect(models.map(({ parked }) => parked)).toEqual(models.map(() => null));
});

test('a command of some megabytes is recorded, and read back whole', async () => {
  const venue = await createVenue(app);
  const categories = Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    name: `Бўлим ${index}`,
    order_number: index,
    image: `https://pictures.test/${'ш'.repeat(1_400)}`,
  }));
  const products = [{ product_id: venue.products.tea, category_id: 500 }];
  const { id } = await command(venue.till, 'PublishShowcase', { name: 'Large', categories, products });
  const { body } = await venue.auditor.get(`/audit/v1/events?type=ShowcasePublished&limit=10`);
  const published = body.events.find((event: { data: { menu_id: number } }) => event.data.menu_id === id);
  expect(published.data.categories).toEqual(categories);
  // Its stream is read, too: the showcase is replaced.
  await command(venue.till, 'PublishShowcase', { id, name: 'Small', categories: [], products: [] });
});

test('auditors get proofs of the log, and exports that are verified offline, with its events in EventStoreDB', async () => {
  const venue = await createVenue(app);
  const { auditor } = venue;
  await venue.partner.post('/v1/orders', orderBody(venue));
  const text = (await auditor.get('/audit/v1/events?limit=1000', { accept: 'application/x-ndjson' })).body as string;
  const lines = async function* () {
    yield* text.trimEnd().split('\n');
  };
  const { body: key } = await auditor.get('/audit/v1/log/key');
  const { events, size, problems } = await verifyExport(lines(), [parseVerifierKey(key.verifier_key)], eventCatalogue);
  expect(problems).toEqual([]);
  expect(events).toBeGreaterThan(15);
  expect(size).toBeGreaterThanOrEqual(events);
  const { position } = JSON.parse(text.split('\n')[3]!);
  const { body: proof } = await auditor.get(`/audit/v1/log/inclusion?position=${position}&size=${size}`);
  const path = proof.path.map((hash: string) => Buffer.from(hash, 'base64'));
  expect(rootOfPath(proof.leaf, proof.index, size, path).toString('base64')).toBe(proof.root);
});
