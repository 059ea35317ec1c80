import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { personClient } from '../../support/people.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue } from '../../support/venue.ts';
import { personAt, SOON } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const dialog = (page: Page) => page.getByRole('dialog');
const save = async (page: Page, name = 'Save'): Promise<void> => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
};

test('a brand with nothing comes to its first paid order and its first Z-report with the page alone', async () => {
  const terms = { name: 'New', currency: 'UZS', currency_exponent: 2, country_code: 'UZ', language: 'en' };
  const { brand_id } = await command(await app.platform(), 'CreateBrand', terms);
  const page = await personAt(app, brand_id, 'owner', '/now');
  await page.getByRole('heading', { name: 'There is no point yet' }).waitFor();
  await page.getByRole('button', { name: 'Add a point' }).click();
  await dialog(page).getByLabel('Name').fill('<img onerror=x> Chorsu');
  await dialog(page).getByLabel('Phone').fill('+998 71 200 00 00');
  await save(page);
  await page.getByRole('heading', { name: 'What is still missing' }).waitFor();

  await page.getByRole('button', { name: 'Add a way to pay' }).click();
  await save(page);
  await page.getByRole('button', { name: 'Add a dish' }).click();
  await dialog(page).getByLabel('Dish').fill('Plov');
  await dialog(page).getByLabel('Section of the menu').fill('Hot');
  await dialog(page)
    .getByLabel(/^Price/)
    .fill('45000');
  await save(page);
  await page.getByRole('button', { name: 'Hire a cashier' }).click();
  await dialog(page).getByLabel('Name').fill('Aziz');
  await dialog(page).getByLabel('Login').fill('aziz');
  await dialog(page).getByLabel('Role').fill('Cashier');
  await page.keyboard.press('Tab');
  await save(page, 'Hire');
  await page.getByRole('button', { name: 'Open the shift' }).click();
  await save(page, 'Open the shift');
  await page.getByRole('button', { name: 'Open a cheque' }).click();
  await page.getByRole('heading', { name: /^Order \d+/ }).waitFor();
  await page.getByRole('button', { name: 'Add dishes' }).click();
  await page.getByRole('button', { name: /^Plov/ }).click();
  await page.getByRole('button', { name: 'Add 1 dish' }).click();
  await page.getByRole('cell', { name: /^Plov/ }).waitFor();
  const accept = page.getByRole('button', { name: 'Accept' });
  if (await accept.count()) await accept.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Close the cheque' }).click();
  await page.getByText('Closed', { exact: true }).waitFor();
  const owner = await personClient(app, brand_id, 'owner');
  const { orders } = (await owner.get('/venue/v1/orders')).body;
  expect(orders).toMatchObject([{ status: 'CLOSED', total_amount: 4_500_000 }]);
  await page.getByRole('link', { name: 'Set-up' }).click();
  await page.getByRole('heading', { name: 'Everything is there' }).waitFor();

  await page.getByRole('link', { name: 'Money' }).click();
  await page.getByRole('button', { name: /^Shift 1/ }).click();
  await page.getByRole('button', { name: 'Close the shift' }).click();
  await dialog(page)
    .getByText(/^45,000.* should be in the drawer/)
    .waitFor();
  await dialog(page)
    .getByLabel(/^Counted/)
    .fill('44000');
  await dialog(page).getByLabel(/^Left/).fill('10000');
  await save(page, 'Close the shift');
  await page.getByRole('article', { name: 'Z-report, shift 1' }).getByText('-1,000').waitFor();
  const closed = { is_open: false, counted_cash: 4_400_000, left_cash: 1_000_000, cash_difference: -100_000 };
  const point_id = orders[0].point_id;
  const { business_date } = (await owner.get(`/venue/v1/points/${point_id}/today`)).body;
  const days = `date_from=${business_date}&date_to=${business_date}`;
  expect((await owner.get(`/v1/reports/shifts?${days}`)).body.shifts).toMatchObject([closed]);
});

test('halls, points, special days and zones are made, changed and removed, and stand as the API says', async () => {
  const venue = await createVenue(app);
  const { point_id, till } = venue;
  const page = await personAt(app, venue.brand_id, 'manager', '/set-up?tab=places');
  await page.getByRole('button', { name: 'Add a hall' }).click();
  await dialog(page).getByLabel('Hall').fill('Terrace');
  await dialog(page).getByLabel('Tables').fill('3');
  await save(page);
  await page.getByText('1, 2, 3', { exact: true }).waitFor();
  const before = (await till.get(`/venue/v1/points/${point_id}`)).body;
  await page.getByRole('region', { name: 'Points' }).getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByLabel('Address').fill('Navoi 1');
  await save(page);
  await page.getByText('Navoi 1').waitFor();
  expect((await till.get(`/venue/v1/points/${point_id}`)).body).toEqual({ ...before, address: 'Navoi 1' });

  const special = page.getByRole('region', { name: 'Closed days and special hours' });
  const specialDays = async () => (await till.get(`/venue/v1/special-days?point_id=${point_id}`)).body.special_days;
  for (const kind of ['Closed all day', 'Other hours']) {
    await special.getByRole('button', { name: 'Add a day' }).click();
    await dialog(page).getByText(kind, { exact: true }).click();
    await dialog(page).getByLabel('Reason').fill('<b>Navruz</b>');
    await save(page);
    // The second takes the first one's place.
    await special
      .getByText(kind === 'Other hours' ? /^09:00–23:00 · <b>Navruz<\/b>/ : /^Closed all day · <b>/)
      .waitFor();
    expect(await specialDays()).toMatchObject([{ is_open: kind === 'Other hours', reason: '<b>Navruz</b>' }]);
  }
  await special.getByRole('button', { name: 'Take it back' }).click();
  await save(page, 'Take it back');
  expect(await specialDays()).toEqual([]);

  await page.getByRole('tab', { name: 'Delivery zones' }).click();
  const zones = async () => (await till.get(`/venue/v1/zones?point_id=${point_id}`)).body.zones;
  const known = (await zones()).length;
  await page.getByRole('button', { name: 'Draw a zone' }).click();
  const map = page.getByRole('img', { name: 'Map of the zones' });
  const { x, y, width, height } = (await map.boundingBox())!;
  for (const [right, down] of [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.6],
    [0.4, 0.6],
  ] as const) {
    await page.mouse.click(x + right * width, y + down * height);
  }
  await page.getByRole('button', { name: 'Finish' }).click();
  await dialog(page).getByLabel('Name').fill('Near');
  await dialog(page)
    .getByLabel(/^Delivery/)
    .fill('10000');
  await save(page);
  await page.getByRole('listitem').filter({ hasText: 'Near' }).waitFor();
  const drawn = (await zones()).find(({ name }: { name: string }) => name === 'Near');
  expect(drawn).toMatchObject({ minutes: 45 });
  const [[longitude, latitude]] = drawn.polygon[0];
  // The first corner lies north-west of the point.
  expect(longitude).toBeLessThan(before.longitude);
  expect(latitude).toBeGreaterThan(before.latitude);
  await page.getByRole('button', { name: 'A circle' }).click();
  await dialog(page).getByLabel('Name').fill('Ring');
  await save(page);
  await expect.poll(async () => (await zones()).length, SOON).toBe(known + 2);
  await page.getByRole('listitem').filter({ hasText: 'Ring' }).getByRole('button', { name: 'Retire' }).click();
  await save(page, 'Retire');
  expect((await zones()).length).toBe(known + 1);
});

test('an entry of a list is added, changed, retired and restored, and one that is needed stays, with the reason shown', async () => {
  const { brand_id, till } = await createVenue(app);
  const { id: region_id } = await command(till, 'DefineRegion', { name: 'Tashkent' });
  await command(till, 'DefineDistrict', { region_id, name: 'Chilonzor' });
  const page = await personAt(app, brand_id, 'manager', '/set-up?tab=lists', { mayLog: /409/ });
  const purposes = page.getByRole('region', { name: 'Purposes of payments' });
  const read = async (query = '') => (await till.get(`/venue/v1/payment-purposes${query}`)).body.payment_purposes;
  const known = await read();
  await purposes.getByRole('button', { name: 'Add a purpose' }).click();
  await dialog(page).getByLabel('Name').fill(' Taxi ');
  await dialog(page).getByLabel('Money is paid out').check({ force: true });
  await save(page);
  const entry = purposes.getByRole('listitem').filter({ hasText: /Taxi|Ride/ });
  await entry.getByText('Money is paid out').waitFor();
  const [made] = (await read()).slice(known.length);
  expect(made).toMatchObject({ name: 'Taxi', is_payout: true });

  await entry.getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByLabel('Name').fill('Ride');
  const change = page.waitForRequest(/ChangePaymentPurpose/);
  await save(page);
  expect((await change).postDataJSON()).toEqual({ command_id: expect.any(String), id: made.id, name: 'Ride' });
  await entry.getByText('Ride').waitFor();

  await entry.getByRole('button', { name: 'Retire' }).click();
  await save(page, 'Retire');
  expect(await read()).toEqual(known);
  await purposes.getByRole('button', { name: 'Retired' }).click();
  await entry.getByRole('button', { name: 'Restore' }).click();
  await entry.getByRole('button', { name: 'Change' }).waitFor();
  expect(await read()).toEqual([...known, { ...made, name: 'Ride' }]);
  expect(await read('?retired=true')).toEqual([]);

  const regions = page.getByRole('region', { name: 'Regions' });
  await regions.getByRole('button', { name: 'Retire', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Retire', exact: true }).click();
  await dialog(page).getByRole('alert').getByText('Chilonzor').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await regions.getByText('Tashkent').waitFor();
});

test('the brand is written to a file, and a changed file is shown as what would change, and applied', async () => {
  const venue = await createVenue(app);
  const page = await personAt(app, venue.brand_id, 'owner', '/set-up?tab=file');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  const text = readFileSync((await (await saved).path())!, 'utf8');
  const choose = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'brand.yaml', mimeType: 'application/yaml', buffer: Buffer.from(content) });

  await choose(text.replace(/\bbase_price: 8000\b/, 'base_price: much'));
  await page.getByRole('alert').getByText('must be a whole number').waitFor();
  await choose(text);
  await page.getByText('nothing would change').waitFor();
  const changed = text.replace(/\bbase_price: 8000\b/, 'base_price: 8500');
  await choose(`${changed}\nregions:\n  r: {name: "<img onerror=x> =cmd()"}\n`);
  await page.getByRole('row', { name: /Tea.*Price everywhere: 8,000 → 8,500/ }).waitFor();
  await page.getByRole('row', { name: /Region <img onerror=x> =cmd\(\) new/ }).waitFor();
  await page.getByRole('button', { name: 'Change the brand' }).click();
  await page.getByText('The brand is as the file says.').waitFor();
  const { base_price } = (await venue.till.get(`/venue/v1/products/${venue.products.tea}`)).body;
  expect(base_price).toBe(8_500);
});

/** What lies over the middle of what has the focus: nothing, or a piece of the dialog that hides it. */
const coverOfFocus = (page: Page): Promise<string | null> =>
  page.evaluate(`(() => {
    const it = document.activeElement;
    const { left, top, width, height } = it.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above && (it.contains(above) || above.contains(it) && above.matches('label, .mantine-Input-wrapper')) ? null : it.outerHTML.slice(0, 120);
  })()`);

test('the buttons of a long dialog are in sight on a phone, cover no field that has the focus, and a refusal brings its field into sight', async () => {
  const { brand_id } = await createVenue(app);
  const viewport = { width: 360, height: 640 };
  const page = await personAt(app, brand_id, 'owner', '/set-up?tab=places', { viewport, mayLog: /400/ });
  await page.getByRole('button', { name: 'Add a point' }).click();
  const send = dialog(page).getByRole('button', { name: 'Save', exact: true });
  const content = page.locator('.mantine-Modal-content');
  // As low as with the keyboard of a tablet.
  await page.setViewportSize({ ...viewport, height: 480 });
  expect(await content.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeGreaterThan(100);
  expect(await send.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThan(480);
  const fields = await dialog(page).locator('input').count();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step < fields; step++) {
      await page.keyboard.press(key);
      expect(await coverOfFocus(page), `${key} ${step}`).toBeNull();
    }
  const json = { code: 'field_invalid', message: 'Not a name', field: 'name', details: {}, request_id: 'r' };
  await page.route('**/commands/DefinePoint', (route) => route.fulfill({ status: 400, json }));
  const name = dialog(page).getByLabel('Name');
  await name.fill('Yunusobod');
  await dialog(page).getByLabel('Phone').fill('+998712000000');
  await content.evaluate((it) => it.scrollTo(0, it.scrollHeight));
  const top = () => name.evaluate((it) => it.getBoundingClientRect().top);
  expect(await top()).toBeLessThan(60);
  await send.click();
  await dialog(page).getByText('Not a name').waitFor();
  await expect.poll(top, SOON).toBeGreaterThan(80);
  // Who uses the keyboard goes on from where the dialog was opened.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Add a point');
});
