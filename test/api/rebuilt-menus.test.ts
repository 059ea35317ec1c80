import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allProjections } from '../../src/projections/index.ts';
import { rebuild } from '../../src/projections/rebuild.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createVenue } from '../support/venue.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('what was kept of a read model is dropped when it is rebuilt: prices and keys', async () => {
  const { partner, auditor, point_id, menu_id, products } = await createVenue(app);
  const { pool, store } = app.tillstream;
  const priceOfTea = async () => {
    const { body } = await partner.get(`/v1/menus/${menu_id}?point_id=${point_id}`);
    return body.products.find((it: { product_id: number }) => it.product_id === products.tea).price;
  };
  const audit = async () => (await auditor.get('/audit/v1/events?limit=1')).status;
  // Read models that are wrong, as after a bug of ours, and are kept in memory.
  await pool.query('update read.products set base_price = 1 where product_id = $1', [products.tea]);
  await pool.query(`update read.access_keys set revoked_at = now() where audience = 'auditor'`);
  expect([await priceOfTea(), await audit()]).toEqual([1, 401]);

  await rebuild({ store, url: app.databaseUrl, projections: allProjections }, ['catalogue', 'venue']);
  await vi.waitFor(async () => expect([await priceOfTea(), await audit()]).toEqual([8_000, 200]), 10_000);
});
