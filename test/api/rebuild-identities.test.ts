// A database of its own: it sets back the sequence of all ids.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientKey } from '../../src/commands/clients/client-key.ts';
import { rebuildIdentities } from '../../src/commands/rebuild-identities.ts';
import { command, type TestApp } from '../support/app.ts';
import { DAY } from '../support/clock.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, orderBody } from '../support/venue.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startVenueApp();
});
afterAll(() => app.stop());

test('a rebuild of identities changes nothing if nothing was lost: no id that was handed out comes again', async () => {
  const { pool, store } = app.tillstream;
  await createVenue(app);
  const nextId = async (): Promise<number> => (await pool.query(`select nextval('app.ids') as id`)).rows[0].id;
  const id = await nextId();
  await rebuildIdentities(store, pool, app.tillstream.hash);
  expect(await nextId()).toBeGreaterThan(id);
});

test('a rebuild of identities changes the sequence of ids only if the log is ahead of it', async () => {
  const { pool, store } = app.tillstream;
  await createVenue(app);
  const query = vi.spyOn(pool, 'query');
  const setting = () => {
    const call = query.mock.calls.findLastIndex(([text]) => String(text).includes('setval'));
    return query.mock.results[call]!.value as Promise<{ rowCount: number }>;
  };
  await rebuildIdentities(store, pool, app.tillstream.hash);
  expect((await setting()).rowCount).toBe(0);
  await pool.query(`alter sequence app.ids restart with 1001`);
  await rebuildIdentities(store, pool, app.tillstream.hash);
  expect((await setting()).rowCount).toBe(1);
  query.mockRestore();
});

test('organizations and suppliers that were lost are found in the log, and their ids are not given out again', async () => {
  const { till } = await createVenue(app);
  const { pool, store } = app.tillstream;
  const send = async (type: string, command_id: string) =>
    (await till.post(`/venue/v1/commands/${type}`, { command_id, name: 'Artel' })).body;
  const types = ['RegisterSupplier', 'RegisterOrganization'];
  const ids = types.map(() => randomUUID());
  const made: number[] = [];
  // The organization comes last, so that no other event has as high an id.
  for (const [index, type] of types.entries()) made.push((await send(type, ids[index]!)).result.id);
  await pool.query(`truncate app.identities; alter sequence app.ids restart with 1001`);
  await rebuildIdentities(store, pool, app.tillstream.hash);
  for (const [index, type] of types.entries()) {
    expect(await send(type, ids[index]!)).toMatchObject({ status: 'duplicate', result: { id: made[index] } });
  }
  const { result } = await send('RegisterOrganization', randomUUID());
  expect(result.id).toBeGreaterThan(Math.max(...made));
});

test('identities that were lost are found in the log: nothing happens twice and no id is used again', async () => {
  const venue = await createVenue(app);
  const { partner, till, point_id } = venue;
  const body = orderBody(venue, { external_id: 'kept' });
  const order = (await partner.post('/v1/orders', body)).body;
  const hall = { command_id: randomUUID(), point_id, name: 'Terrace' };
  const made = (await till.post('/venue/v1/commands/DefineHall', hall)).body;

  const online = await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] });
  const unpaid = await Promise.all(
    [1, 2].map(() => partner.post('/v1/orders', orderBody(venue, { payment_type_id: online.id }))),
  );
  const [paid, other] = unpaid.map((answer) => ({ order_id: answer.body.order_id, amount: answer.body.total_amount }));
  await command(till, 'RegisterPayment', { ...paid, provider_payment_id: 'P-1' });

  const phone = '+998935550011';
  await partner.post('/v1/clients/auth/send-code', { phone });
  const otp = /\d{6}/.exec((await till.get('/venue/v1/sms-outbox')).body.messages[0].text)![0];
  const { client_id } = (await partner.post('/v1/clients/auth/verify-code', { phone, otp })).body;

  const opening = { command_id: randomUUID(), point_id, order_type_id: 1, client: { phone: '+998935550022' } };
  const opened = (await till.post('/venue/v1/commands/OpenCheque', opening)).body;
  const aggregated = { ...opening, external_id: 'aggregated' };
  const known = await command(till, 'OpenCheque', { ...aggregated, command_id: randomUUID() });

  const { pool, store } = app.tillstream;
  expect(await rebuildIdentities(store, pool, app.tillstream.hash), 'nothing is missing').toBe(0);
  await pool.query(`truncate app.identities; alter sequence app.ids restart with 1001`);
  expect(await rebuildIdentities(store, pool, app.tillstream.hash)).toBeGreaterThan(10);
  expect(await rebuildIdentities(store, pool, app.tillstream.hash)).toBe(0);

  // A client who has proven the phone, and ordered nothing.
  const { rows } = await pool.query(`select id from app.identities where kind = 'client' and key = $1`, [
    clientKey(app.tillstream.hash, venue.brand_id, phone).key,
  ]);
  expect(rows).toEqual([{ id: client_id }]);

  expect((await partner.post('/v1/orders', body)).body).toEqual(order);
  const again = (await till.post('/venue/v1/commands/DefineHall', hall)).body;
  expect(again).toMatchObject({ status: 'duplicate', result: made.result, position: made.position });
  const reopened = (await till.post('/venue/v1/commands/OpenCheque', opening)).body;
  expect(reopened).toMatchObject({ status: 'duplicate', result: opened.result });
  expect(await command(till, 'OpenCheque', { ...aggregated, command_id: randomUUID() })).toEqual(known);
  const fields = { command_id: randomUUID(), ...other, provider_payment_id: 'P-1' };
  const twice = await till.post('/venue/v1/commands/RegisterPayment', fields);
  expect(twice).toMatchObject({ status: 409, body: { code: 'provider_payment_already_used' } });
  const next = (await partner.post('/v1/orders', orderBody(venue, { external_id: 'new' }))).body;
  expect(next.order_id).toBeGreaterThan(Math.max(order.order_id, made.result.id));
  const [before, after] = await Promise.all(
    [order, next].map(({ order_id }) => till.get(`/venue/v1/orders/${order_id}`)),
  );
  expect(after?.body.client.client_id).toBe(before?.body.client.client_id);
});

test('a repeat whose minted ids were lost makes nothing a second time, and answers the ids of the first', async () => {
  const { till, point_id, cashier_id: employee_id, hall_id } = await createVenue(app);
  const { key_id } = await command(till, 'IssueKey', { audience: 'partner', name: 'watched' });
  await command(till, 'ConfigureWebhook', { key_id, url: 'https://partner.invalid/hook' });
  const cook = { role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  const bodies = {
    HireEmployee: { login: 'otabek', name: 'Otabek', ...cook },
    PublishShowcase: { name: 'Kiosk', categories: [], products: [] },
    DefineTable: { hall_id, name: 'One more' },
    AddShift: { employee_id, point_id, check_in: new Date(Date.now() - DAY).toISOString() },
    PingWebhook: { key_id },
    OpenShift: { point_id, cashier_id: employee_id },
    OpenCheque: { point_id, order_type_id: 1 },
  };
  const sent = Object.entries(bodies).map(([type, fields]) => ({ type, command_id: randomUUID(), ...fields }));
  const send = async () => (await till.post('/venue/v1/commands', { commands: sent })).body.results;
  const first: { status: string }[] = await send();
  expect(first.map(({ status }) => status)).toEqual(sent.map(() => 'accepted'));

  const { pool, store } = app.tillstream;
  await pool.query(`truncate app.identities; alter sequence app.ids restart with 1001`);
  await rebuildIdentities(store, pool, app.tillstream.hash);
  const head = await store.head();
  expect(await send()).toEqual(first.map((answer) => ({ ...answer, status: 'duplicate' })));
  expect(await store.head()).toBe(head);
});
