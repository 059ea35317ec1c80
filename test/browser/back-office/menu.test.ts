import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { go, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
const HOSTILE = '<img src=x onerror=alert(1)> =cmd()';
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  await command(venue.till, 'DefineProduct', { type: 'product', name: HOSTILE, base_price: 5_000 });
});
afterAll(() => app.stop());

/** The smallest picture there is. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const productOf = async (id: number) => (await venue.till.get(`/venue/v1/products/${id}`)).body;
const hereOf = async (id: number) =>
  (await productOf(id)).state.points.find(({ point_id }: { point_id: string }) => point_id === venue.point_id);

test('a manager changes a product, its prices by the hour and whether it is sold; what the form does not show stays', async () => {
  const { tea } = venue.products;
  const page = await personAt(app, venue.brand_id, 'manager', '/menu');
  const row = page.getByRole('row', { name: /^Tea/ });
  const { items } = (await venue.partner.get(`/v1/reports/products?search=tea&point_id=${venue.point_id}`)).body;
  await row.getByText(items[0].points[0].price.toLocaleString('en-GB'), { exact: true }).waitFor();
  await page.getByRole('row', { name: HOSTILE }).waitFor();

  const before = await productOf(tea);
  await row.getByRole('button', { name: 'Tea' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tea' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Green, in a pot');
  await dialog.getByRole('textbox', { name: /^Price everywhere/ }).fill('9000');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await productOf(tea)).description, SOON).toBe('Green, in a pot');
  const { state: _, ...after } = await productOf(tea);
  const { state: __, ...kept } = before;
  expect(after).toEqual({ ...kept, description: 'Green, in a pot', base_price: 9_000 });

  await dialog.getByRole('tab', { name: 'Prices' }).click();
  await dialog.getByRole('textbox', { name: /^Price here/ }).fill('8500');
  await dialog.getByRole('button', { name: 'Another price at some hours' }).click();
  await dialog.getByRole('textbox', { name: 'Price, UZS', exact: true }).fill('6000');
  await dialog.getByRole('button', { name: 'Save the prices' }).click();
  await expect
    .poll(async () => (await hereOf(tea)).prices, SOON)
    .toEqual([
      { price: 8_500, window: null },
      { price: 6_000, window: { days: [1, 2, 3, 4, 5], from: '12:00', to: '15:00' } },
    ]);
  await page.keyboard.press('Escape');

  await row.getByRole('switch', { name: 'Tea is on sale' }).click({ force: true });
  await expect.poll(async () => (await hereOf(tea)).on_sale, SOON).toBe(false);
  await row.getByRole('switch', { name: 'Tea is on sale' }).click({ force: true });
  await expect.poll(async () => (await hereOf(tea)).on_sale, SOON).toBe(true);

  await page.getByRole('textbox', { name: 'Find a product' }).fill('kaz');
  await page.waitForURL(/find=kaz/);
  await row.waitFor({ state: 'detached' });
});

test('a new product is published where guests see it, and a cook stops a dish with how many are left', async () => {
  const { till, brand_id, point_id, category_id, products } = venue;
  await command(till, 'PublishShowcase', {
    name: 'The app',
    categories: [{ id: category_id, name: 'Food', order_number: 1 }],
    products: [{ product_id: products.tea, category_id }],
  });
  const page = await personAt(app, brand_id, 'owner', '/menu');
  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Samsa');
  await page.getByRole('textbox', { name: /^Price/ }).fill('12000');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /^Samsa/ }).waitFor();

  await page.getByRole('tab', { name: 'Menus of guests' }).click();
  const menus = (await till.get('/venue/v1/showcases')).body.showcases;
  const menu = menus.find(({ name }: { name: string }) => name === 'The app');
  await go(page, `/menu?tab=showcases&showcase=${menu.id}`);
  await page.getByRole('article', { name: 'Tea' }).waitFor();
  await page.getByRole('combobox', { name: 'Add a product' }).fill('Samsa');
  await page.getByRole('option', { name: 'Samsa' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('article', { name: 'Samsa' }).getByText('12,000').waitFor();
  await page.getByRole('button', { name: 'Take Tea out of this menu' }).click();
  await page.getByRole('article', { name: 'Tea' }).waitFor({ state: 'detached' });

  const cook = await personAt(app, brand_id, 'cook', '/menu');
  expect(await cook.getByRole('tab', { name: 'Catalogue' }).count()).toBe(0);
  await go(cook, '/menu?tab=stops');
  await cook.getByRole('button', { name: 'Stop a dish' }).click();
  await cook.getByRole('combobox', { name: 'Product' }).fill('Samsa');
  await cook.getByRole('option', { name: 'Samsa' }).click();
  await cook.getByRole('textbox', { name: 'Left' }).fill('3');
  await cook.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await cook.getByRole('row', { name: /^Samsa 3/ }).waitFor();
  // The owner's page hears of it by itself.
  await go(page, '/menu?find=Samsa');
  await page
    .getByRole('row', { name: /^Samsa/ })
    .getByText('3 left')
    .waitFor();
  await cook.getByRole('button', { name: 'Sell again' }).click();
  await expect
    .poll(async () => (await till.get(`/venue/v1/points/${point_id}/board`)).body.stop_list, SOON)
    .toEqual([]);
});

test('a manager gives a dish a picture, what may be added to it and a cost, closes its section, and prices it in one menu', async () => {
  const { till, brand_id, point_id, products, category_id } = venue;
  const lagman = (
    await command(till, 'DefineProduct', { type: 'product', name: 'Lagman', category_id, base_price: 30_000 })
  ).id as number;
  const page = await personAt(app, brand_id, 'manager', `/menu?product=${lagman}`, {
    mayLog: /400 \(Bad Request\)/,
  });
  const dialog = page.getByRole('dialog', { name: 'Lagman' });
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await dialog.getByText('can not be read').waitFor();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: DOT });
  await dialog.locator('img[src^="/images/"]').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await productOf(lagman)).image, SOON).toMatch(/\/images\/[0-9a-f]{64}$/);

  await dialog.getByRole('tab', { name: 'Prices' }).click();
  await dialog.getByRole('textbox', { name: /^Cost here/ }).fill('9000');
  await dialog.getByRole('button', { name: 'Save the cost' }).click();
  await expect.poll(async () => (await hereOf(lagman))?.cost, SOON).toBe(9_000);

  const sizes = (await productOf(products.plov)).modifier_groups;
  await dialog.getByRole('tab', { name: 'Modifiers' }).click();
  await dialog.getByRole('combobox', { name: 'Take those of another dish' }).click();
  await page.getByRole('option', { name: /^Plov/ }).click();
  await dialog.getByRole('button', { name: 'New group' }).click();
  const group = dialog.getByRole('region', { name: 'New group of modifiers' });
  await group.getByRole('combobox', { name: 'Add a modifier' }).click();
  await page.getByRole('option', { name: 'Egg' }).click();
  await group.getByRole('textbox', { name: 'Name of the group' }).fill('On top');
  await dialog.getByRole('button', { name: 'Save the modifiers' }).click();
  await expect
    .poll(async () => (await productOf(lagman)).modifier_groups.map(({ name }: { name: string }) => name), SOON)
    .toEqual([...sizes.map(({ name }: { name: string }) => name), 'On top']);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Sections' }).click();
  const closedAt = async () => (await till.get(`/venue/v1/categories/${category_id}`)).body.state.closed_at;
  const section = page.getByRole('switch', { name: /is open here$/ }).first();
  await section.click({ force: true });
  await expect.poll(closedAt, SOON).toEqual([point_id]);
  await section.click({ force: true });
  await expect.poll(closedAt, SOON).toEqual([]);

  await page.getByRole('tab', { name: 'Menus of guests' }).click();
  await page.getByRole('button', { name: 'New menu' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('article', { name: 'Lagman' }).getByRole('button', { name: 'Lagman', exact: true }).click();
  await page.getByRole('textbox', { name: /^Price in this menu/ }).fill('33000');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('article', { name: 'Lagman' }).getByText('33,000').waitFor();
});

test('the past shows the prices that were known then, and changes nothing', async () => {
  const { kazy } = venue.products;
  const at = new Date().toISOString();
  const { point_id } = venue;
  await command(venue.till, 'SetPrices', { point_id, prices: [{ product_id: kazy, price: 77_000 }] });
  const page = await personAt(app, venue.brand_id, 'owner', '/menu?find=kazy');
  const row = page.getByRole('row', { name: /^Kazy/ });
  await row.getByText('77,000', { exact: true }).waitFor();
  await go(page, `/menu?find=kazy&at=${encodeURIComponent(at)}`);
  await page.getByText('You look at the past').waitFor();
  await row.getByText('77,000', { exact: true }).waitFor({ state: 'detached' });
  expect(await row.getByRole('switch').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'New product' }).count()).toBe(0);
});

test('a table is taken over after it was shown what changes; the server says of each row why not', async () => {
  const { till, brand_id, point_id, products } = venue;
  await command(till, 'DefineCategory', { name: 'Drinks' });
  const page = await personAt(app, brand_id, 'manager', '/menu');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  const choose = (...lines: string[]) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });

  await choose('name;price;category', 'Lemonade;;Cold');
  await dialog.getByText('A new product needs a price').waitFor();
  await dialog.getByText('There is no “Cold”').waitFor();
  expect(await dialog.getByRole('button', { name: /^Take over/ }).isDisabled()).toBe(true);

  const here = (await till.get(`/venue/v1/points/${point_id}`)).body.name;
  await choose(
    `name;code;price;category;weight;price: ${here}`,
    'Lemonade;lemon-1;15 000;drinks;;14000',
    'Kazy;;66000;;;',
    `Borsch;${'x'.repeat(300)};5000;;;`,
  );
  await dialog.getByRole('row', { name: /Kazy.*→ 66,000/ }).waitFor();
  expect((await productOf(products.kazy)).base_price).not.toBe(66_000);
  await dialog.getByRole('button', { name: 'Take over 3' }).click();
  await dialog.getByText('Taken over: 2. Refused: 1.').waitFor();
  await dialog.getByRole('row', { name: /Borsch/ }).waitFor();
  expect(await dialog.getByRole('row', { name: /Kazy/ }).count()).toBe(0);
  expect((await productOf(products.kazy)).base_price).toBe(66_000);
  const { external_ids } = (await till.get('/venue/v1/external-ids?list=products')).body;
  const { id } = external_ids.find(({ external_id }: { external_id: string }) => external_id === 'lemon-1');
  expect(await productOf(id)).toMatchObject({ name: 'Lemonade', base_price: 15_000 });
  expect((await hereOf(id)).prices).toEqual([{ price: 14_000, window: null }]);

  // The same table once more has nothing to do.
  await choose(`name;code;price;category;price: ${here}`, 'Lemonade;lemon-1;15 000;drinks;14000', 'Kazy;;66000;;');
  await dialog.getByText('nothing would change').waitFor();
});
