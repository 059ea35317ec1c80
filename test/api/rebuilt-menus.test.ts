// A database of its own: it rebuilds the catalogue, and looks at what the app keeps of it.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import type { TestApp } from '../support/app.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue } from '../support/venue.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startVenueApp();
});
afterAll(() => app.stop());

test('prices that were kept of a read model are dropped when it is rebuilt', async () => {
  const { partner, point_id, menu_id, products } = await createVenue(app);
  const { pool, store } = app.tillstream;
  const priceOfTea = async () => {
    const { body } = await partner.get(`/v1/menus/${menu_id}?point_id=${point_id}`);
    return body.products.find((it: { product_id: number }) => it.product_id === products.tea).price;
  };
  // A read model that is wrong, as after a bug of ours, and is kept in memory.
  await pool.query('update read.products set base_price = 1 where product_id = $1', [products.tea]);
  expect(await priceOfTea()).toBe(1);

  await rebuild({ store, url: app.databaseUrl, projections: allProjections }, ['catalogue']);
  await vi.waitFor(async () => expect(await priceOfTea()).toBe(8_000), 10_000);
});
