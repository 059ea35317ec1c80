// A database of its own: its log is in an EventStoreDB.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { createVenue } from '../../support/venue.ts';

/** Reports that read the log itself, with the log in EventStoreDB: its positions are bytes. */
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

test('the catalogue as of a moment is what was known then, also with the log in EventStoreDB', async () => {
  const { till, partner, point_id, products } = await createVenue(app);
  const { tea } = products;
  await command(till, 'DefineMenuFolder', { name: 'Bar', parent_id: null });
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: tea, quantity: 4 }] });
  await command(till, 'SetPrices', { point_id, prices: [{ product_id: tea, price: 7_000 }] });
  const reports = ['products', 'menu-folders'];
  const ask = (as_of?: string | number) =>
    Promise.all(
      reports.map(async (report) => {
        const query = as_of === undefined ? '' : `?as_of=${encodeURIComponent(as_of)}`;
        const { status, body } = await partner.get(`/v1/reports/${report}${query}`);
        expect(status).toBe(200);
        // Without as_of, price windows go by the time of the request.
        const { prices_at: _, ...rest } = body;
        return rest;
      }),
    );
  const now = await ask();
  expect(now[0].items.find(({ product_id }: { product_id: number }) => product_id === tea)).toMatchObject({
    points: [{ price: 7_000, stop_quantity: 4 }],
  });
  const { position, recorded_at } = now[0].as_of;

  await command(till, 'DefineProduct', { id: tea, type: 'product', name: 'Green tea', base_price: 1 });
  await command(till, 'DefineMenuFolder', { name: 'Kitchen', parent_id: null });
  await command(till, 'SetPrices', { point_id, prices: [{ product_id: tea, price: null }] });
  await command(till, 'ClearStopList', { point_id });
  expect(await ask()).not.toEqual(now);
  expect(await ask(position)).toEqual(now);
  expect(await ask(recorded_at)).toEqual(now);
});
