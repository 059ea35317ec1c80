import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allProjections } from '../../src/projections/index.ts';
import { rebuild } from '../../src/projections/rebuild.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
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

  const { rows } = await app.tillstream.pool.query('select count(*) as count from log.events');
  expect(rows).toEqual([{ count: 0 }]);
});

test('read models rebuilt from EventStoreDB are the same', async () => {
  const names = allProjections.map(({ name }) => name);
  const { store } = app.tillstream;
  const reports = await rebuild({ store, url: app.databaseUrl, projections: allProjections }, names);
  for (const { tables } of reports)
    for (const table of tables) expect(table, table.table).toMatchObject({ equal: true });
});
