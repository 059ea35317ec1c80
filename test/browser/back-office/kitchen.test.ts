import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { card, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

/** A cheque of a table that the kitchen has. */
const ticket = async (fields: object = {}): Promise<number> => {
  const { till, point_id, products } = venue;
  const items = [{ product_id: products.tea, quantity: 3, comment: 'no sugar' }];
  const opened = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items, ...fields });
  await command(till, 'SendToKitchen', { order_id: opened.order_id });
  return opened.order_id;
};

test('a cook sees a ticket come in, starts it, is done with it, and can look at it again', async () => {
  const page = await personAt(app, venue.brand_id, 'cook', '/kitchen');
  const plov = { product_id: venue.products.plov, quantity: 2, modifiers: [{ product_id: venue.products.large }] };
  const id = await ticket({ items: [plov, { product_id: venue.products.tea, quantity: 1, comment: 'no sugar' }] });
  const text = await card(page, id).textContent();
  for (const shown of ['Plov', '+ Large', 'no sugar']) expect(text).toContain(shown);
  const statusOf = async () => (await venue.till.get(`/venue/v1/orders/${id}`)).body.status;

  // A greasy finger comes down twice: the second time is no step of its own.
  const steps: string[] = [];
  page.on('request', (request) => request.url().includes('/commands/') && steps.push(request.url().split('/').at(-1)!));
  await card(page, id).getByRole('button', { name: 'Start' }).dblclick();
  const done = card(page, id).getByRole('button', { name: 'Done' });
  await done.waitFor();
  await expect.poll(statusOf, SOON).toBe('COOKING');
  expect(steps).toEqual(['StartCooking']);
  const end = async (): Promise<string> => {
    if (await done.isVisible()) await done.click();
    return statusOf();
  };
  await expect.poll(end, SOON).toBe('PACKED');
  await card(page, id).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Recall' }).click();
  await card(page, id).waitFor();
  expect(await card(page, id).getByRole('button').count()).toBe(0);
});

test('dishes are counted over all tickets, and one that runs out is stopped at once, with a way back', async () => {
  const page = await personAt(app, venue.brand_id, 'cook', '/kitchen');
  await Promise.all([ticket(), ticket()]);
  const inAll = page.getByRole('complementary', { name: 'In all' });
  await inAll.getByText('6', { exact: true }).waitFor();
  const stopped = async () =>
    (await venue.partner.get(`/v1/stop-list?point_id=${venue.point_id}`)).body.stop_list.map(
      ({ product_id }: { product_id: number }) => product_id,
    );

  await inAll.getByRole('button', { name: 'Stop the sale of Tea' }).click();
  await inAll.getByRole('button', { name: 'Sell again' }).waitFor();
  expect(await stopped()).toEqual([venue.products.tea]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await inAll.getByRole('button', { name: 'Stop the sale of Tea' }).waitFor();
  await expect.poll(stopped, SOON).toEqual([]);
});

test('a cook sees the kitchen and the menu: no floor, no money in the navigation', async () => {
  const page = await personAt(app, venue.brand_id, 'cook', '/kitchen');
  const links = await page.getByRole('navigation').getByRole('link').allTextContents();
  expect(links).toEqual(['Now', 'Kitchen', 'Menu']);
});
