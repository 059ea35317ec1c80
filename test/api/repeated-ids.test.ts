// A database of its own: two apps share it.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient } from '../support/http-client.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let database: TestDatabase;
let app: TestApp;
let venue: TestVenue;
let taken: number;

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});
beforeEach(async () => {
  venue = await createVenue(app);
  const client = { phone: '+998901110011', name: 'Somebody else' };
  taken = (await venue.partner.post('/v1/orders', orderBody(venue, { client }))).body.order_id;
});

/** The next ids are, as after a Postgres alone was restored, those that the log has used. */
const restart = (from: number) => database.pool.query(`alter sequence app.ids restart with ${from}`);
const repair = () =>
  database.pool.query(`select setval('app.ids', (select max(id) + 1000 from app.identities) + $1)`, [taken]);

test('an order whose new id belongs to another guest’s order already is a 503, and never answered with that order, however it is sent', async () => {
  // A process that keeps no ids ready.
  const fresh = await startTestApp({ database });
  const partner = createClient(fresh.url, venue.partner.token);
  const named = orderBody(venue, { external_id: 'mine' });
  await restart(taken);
  for (const _ of [1, 2]) {
    expect(await partner.post('/v1/orders', named)).toMatchObject({ status: 503 });
  }
  await restart(taken);
  const sold_out = { ...named, items: [{ product_id: 999_999_999, quantity: 1 }] };
  expect(await partner.post('/v1/orders', sold_out)).toMatchObject({ status: 503 });
  await fresh.stop();

  const other = await startTestApp({ database });
  await restart(taken);
  const unnamed = await createClient(other.url, venue.partner.token).post('/v1/orders', orderBody(venue));
  expect(unnamed).toMatchObject({ status: 503 });
  await other.stop();
  await repair();
});

test('a cheque of the till whose new id belongs to another guest’s order already is never answered with that order', async () => {
  const { point_id } = venue;
  const opening = { command_id: randomUUID(), point_id, order_type_id: 1 };
  // One for the command, the next for the cheque.
  await restart(taken - 1);
  for (const _ of [1, 2]) {
    expect((await venue.till.post('/venue/v1/commands/OpenCheque', opening)).status).toBe(503);
  }
  await repair();
  await command(venue.till, 'OpenCheque', { point_id, order_type_id: 1 });
});
