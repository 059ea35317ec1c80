import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { go, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
let first: number;
/** A dish whose name a spreadsheet or a page could take for more than a name. */
const HOSTILE = '=cmd()<img src=x onerror=alert(1)>';
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  const { till, point_id, cashier_id, products } = venue;
  await command(till, 'OpenShift', { point_id, cashier_id });
  const hostile = await command(till, 'DefineProduct', { type: 'product', name: HOSTILE, base_price: 10_000 });
  first = await sell([{ product_id: products.tea, quantity: 3 }]);
  await sell([
    { product_id: products.tea, quantity: 1 },
    { product_id: hostile.id, quantity: 2 },
  ]);
});
afterAll(() => app.stop());

const sell = async (items: object[]): Promise<number> => {
  const { till, point_id, cashier_id, cash } = venue;
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  const { body } = await till.get(`/venue/v1/orders/${order_id}`);
  await command(till, 'CloseCheque', {
    order_id,
    cashier_id,
    payments: [{ payment_type_id: cash, amount: body.total_amount }],
  });
  return order_id;
};

const olap = async (fields: object) => {
  const { body } = await venue.till.get(`/venue/v1/points/${venue.point_id}/today`);
  const asked = { kind: 'sales', date_from: body.business_date, date_to: body.business_date, ...fields };
  return (await venue.partner.post('/v1/reports/olap', asked)).body;
};

const shown = (value: number): string => value.toLocaleString('en-GB');
const cells = (page: Page, row: RegExp): Promise<string[]> =>
  page.getByRole('region', { name: 'Figures' }).getByRole('row', { name: row }).locator('td button').allTextContents();

test('the table says what the API says; a figure leads to its cheques, which the page adds up itself, and to their proof', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/sales?view=dishes&period=today');
  const { rows, totals } = await olap({ group_by: ['product'], measures: ['net_amount', 'quantity'] });
  expect(rows).toHaveLength(2);
  for (const { product_name, net_amount, quantity } of rows) {
    const begin = product_name === HOSTILE ? /^=cmd\(\)<img src=x onerror=alert\(1\)>/ : /^Tea/;
    expect((await cells(page, begin)).slice(0, 2)).toEqual([shown(net_amount), shown(quantity)]);
  }
  expect((await cells(page, /^In all/)).slice(0, 2)).toEqual([shown(totals.net_amount), shown(totals.quantity)]);

  const behind = page.getByRole('button', { name: /^32,000: what is behind Tea/ });
  await page.route('**/v1/reports/olap/details', async (route) => {
    const answer = await route.fetch();
    const { value, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, value: { net_amount: value.net_amount + 1 } } });
  });
  await behind.click();
  // A server that says otherwise than its records is found out.
  await page.getByText(/2 records come to 32,000: that is not what the table says/).waitFor();
  await page.unroute('**/v1/reports/olap/details');
  await page.reload();
  await behind.click();
  const dialog = page.getByRole('dialog', { name: 'Tea, Net amount' });
  await dialog.getByText('Added up here: 2 records come to 32,000, as the table says.').waitFor();
  await dialog.getByRole('button', { name: 'Proof' }).first().click();
  await dialog.getByText(/^Proved here: this event stands in the log/).waitFor();
  await dialog.getByRole('link').first().click();
  await page.getByRole('heading', { name: `Order ${first}`, level: 1 }).waitFor();
});

test('a table of one’s own stands in the address, is kept by a name, saved as CSV, and split by columns', async () => {
  const page = await personAt(app, venue.brand_id, 'accountant', '/sales?period=today', { mayLog: /status of 400/ });
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: 'Order type', exact: true }).click();
  await page.waitForURL(/columns=order_type/);
  const { totals } = await olap({ measures: ['revenue', 'cheques_count'] });
  // In all, and the one type of order.
  await expect
    .poll(async () => (await cells(page, /^In all/)).filter((text) => text === shown(totals.revenue)).length, SOON)
    .toBe(2);

  // Several groupings stand as columns, each below the one before.
  await page.getByRole('option', { name: 'Source', exact: true }).click();
  await page.waitForURL(/columns=order_type(,|%2C)source/);
  const { rows } = await olap({ group_by: ['order_type', 'source'], measures: ['revenue'] });
  await page.getByRole('columnheader', { name: rows[0].source_name, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect((await cells(page, /^In all/)).at(-4)).toBe(shown(rows[0].revenue));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  expect(String(Buffer.concat(chunks))).toContain(`,${totals.revenue},`);

  await page.getByRole('button', { name: 'My views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By type');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await go(page, '/sales?period=today');
  await page.waitForURL((url) => !url.searchParams.has('columns'));
  await page.getByRole('button', { name: 'My views' }).click();
  await page.getByRole('menuitem', { name: 'By type', exact: true }).click();
  await page.waitForURL(/columns=order_type/);

  await page.getByRole('tab', { name: 'ABC-XYZ' }).click();
  // One day is no four weeks, which the server says in its own words.
  await page.getByRole('alert').waitFor();
});

test('what changed since a moment is told with the events that changed it, and the past is what was known then', async () => {
  const before = new Date().toISOString();
  const id = await sell([{ product_id: venue.products.tea, quantity: 5 }]);
  const at = encodeURIComponent(before);
  const page = await personAt(app, venue.brand_id, 'owner', `/sales?period=today&tab=changes&since=${at}`);
  const row = page.getByRole('row', { name: /Cheque closed · Cheque \d+/ });
  await row.waitFor();
  expect(await row.getByRole('link').getAttribute('href')).toContain(`/orders/${id}`);
  await row.getByRole('button', { name: 'Proof' }).click();
  await row.getByText(/^Proved here: this event stands in the log/).waitFor();
  await row.getByText(/\S · recorded /).waitFor();
  const { totals } = await olap({ measures: ['revenue'] });
  expect(await row.textContent()).toContain(shown(totals.revenue));

  await go(page, `/sales?period=today&at=${at}`);
  await page.getByText('You look at the past').waitFor();
  await expect.poll(async () => (await cells(page, /^In all/))[0], SOON).toBe(shown(totals.revenue - 40_000));
});
