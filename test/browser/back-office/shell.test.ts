import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { invite, PASSWORD } from '../../support/people.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../../support/venue.ts';
import { openPage } from '../support/chromium.ts';
import { card, go, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const place = async (): Promise<number> => (await venue.partner.post('/v1/orders', orderBody(venue))).body.order_id;

const ALL = ['Now', 'Kitchen', 'Floor', 'Sales', 'Money', 'Menu', 'Staff', 'Guests', 'Integrations', 'Audit', 'Set-up'];

test.each([
  ['owner', ALL, true],
  [
    'manager',
    ['Now', 'Kitchen', 'Floor', 'Sales', 'Money', 'Menu', 'Staff', 'Guests', 'Integrations', 'Set-up'],
    false,
  ],
  ['cashier', ['Now', 'Kitchen', 'Floor', 'Money', 'Menu'], false],
  ['cook', ['Now', 'Kitchen', 'Menu'], false],
  ['accountant', ['Now', 'Sales', 'Money', 'Menu', 'Staff'], false],
  ['auditor', ['Now', 'Kitchen', 'Floor', 'Sales', 'Money', 'Menu', 'Staff', 'Audit'], true],
] as const)('a %s sees the pages %j', async (role, pages, hasTime) => {
  const page = await personAt(app, venue.brand_id, role);
  await expect.poll(() => page.getByRole('navigation').getByRole('link').allTextContents(), SOON).toEqual([...pages]);
  expect(await page.getByRole('button', { name: 'Time', exact: true }).count()).toBe(hasTime ? 1 : 0);
  // An address that a colleague sent: the page says that it is not theirs, asks the server for nothing, and leads to one that is.
  for (const name of ALL.filter((each) => !(pages as readonly string[]).includes(each))) {
    await go(page, `/${name.toLowerCase()}`);
    await page
      .getByText(`What your account may do (${role.replace(/^./, (letter) => letter.toUpperCase())})`)
      .waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Now' }).click();
    await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
  }
});

test('a person signs out, and a page that was sent to a colleague asks to sign in first', async () => {
  const page = await personAt(app, venue.brand_id, 'manager', '/floor');
  await page.getByRole('button', { name: /sign out$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Tillstream' }).waitFor();
  const other = await openPage(`${app.url}/back-office/floor?date=2026-12-01`, { locale: 'ru-RU' });
  await other.getByRole('heading', { name: 'Вход в Tillstream' }).waitFor();
  expect(other.url()).toContain('/floor?date=2026-12-01');
});

test('an invitation leads to a page where its person chooses a password, and is in', async () => {
  const { invitation } = await invite(app, venue.brand_id, 'cook');
  const page = await openPage(`${app.url}/back-office/accept#${invitation}&login=a%20cook`, {
    locale: 'en-GB',
    mayLog: /status of 400/,
  });
  expect(await page.getByLabel('You sign in as').inputValue()).toBe('a cook');
  await page.locator('input[type=password]').fill('qwertyuiop');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByRole('alert').textContent()).not.toBe('');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Now' }).waitFor();
  expect(page.url()).not.toContain(invitation);
});

test('a wrong password is told in the server’s own words, and what was typed stays', async () => {
  const page = await openPage(`${app.url}/back-office/`, { locale: 'en-GB', mayLog: /status of 401/ });
  await page.getByLabel('Login').fill('nobody');
  await page.locator('input[type=password]').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByRole('alert').textContent()).not.toBe('');
  expect(await page.getByLabel('Login').inputValue()).toBe('nobody');
  expect(page.url()).toContain('/back-office');
});

test('an account that is disabled while its page is open is at the sign-in page with its next reading', async () => {
  const page = await personAt(app, venue.brand_id, 'manager', '/now', { mayLog: /status of 401/ });
  const { accounts } = (await venue.till.get('/venue/v1/accounts')).body;
  const { account_id } = accounts.findLast(({ role }: { role: string }) => role === 'manager');
  await command(venue.till, 'DisableAccount', { account_id });
  await page.getByRole('heading', { name: 'Sign in to Tillstream' }).waitFor();
});

test('a lost connection is told, nothing typed is lost, and what happened meanwhile is there afterwards', async () => {
  const page = await personAt(app, venue.brand_id, 'cashier', '/now', { mayLog: /ERR_INTERNET_DISCONNECTED/ });
  await page.getByRole('textbox', { name: 'Find in these orders' }).fill('Aziza');
  await page.context().setOffline(true);
  await page.getByText(/^No connection for \d+ seconds/).waitFor();
  const id = await place();
  expect(await card(page, id).count()).toBe(0);
  expect(await page.getByRole('textbox', { name: 'Find in these orders' }).inputValue()).toBe('Aziza');
  await page.context().setOffline(false);
  await card(page, id).waitFor();
  await page.getByText(/^No connection/).waitFor({ state: 'detached' });
});

test('one box finds an order, a table and a page, and the keys lead through the orders', async () => {
  const id = await place();
  const page = await personAt(app, venue.brand_id, 'owner');
  await card(page, id).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Order, table, guest, phone, dish or page').fill('plov');
  await page.getByRole('button', { name: new RegExp(`^Order ${id}`) }).click();
  await page.getByRole('heading', { name: `Order ${id}` }).waitFor();

  await page.keyboard.press('Alt+1');
  await page.getByRole('heading', { name: 'Now' }).waitFor();
  await card(page, id).waitFor();
  await page.keyboard.press('j');
  const first = /\d+/.exec((await page.locator('article:focus').getAttribute('aria-label'))!)![0];
  await page.keyboard.press('a');
  await expect
    .poll(async () => (await venue.till.get(`/venue/v1/orders/${first}`)).body.status, SOON)
    .toBe('UNCONFIRMED_ORDER');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
});

test('a page that stood open while the server got a newer version is loaded anew when a part of it is gone', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/guests', { mayLog: /404|dynamically imported module/ });
  const gone = '**/assets/key-list-*.js';
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('?');
  await loaded;
  await page.unroute(gone);
  await page.getByRole('heading', { name: 'Guests' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
});

test('the language and the appearance are chosen once for the device', async () => {
  const page = await personAt(app, venue.brand_id, 'owner');
  await page.getByRole('button', { name: /sign out$/ }).click();
  await page.getByRole('menuitem', { name: 'Türkçe' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Mutfak' }).waitFor();
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'Mutfak' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('tr-TR');
});

test('a person of one point sees that point alone, and the point stands in the address', async () => {
  const other = await definePoint(venue.till, { name: 'Samarkand' });
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
  const owner = await personAt(app, venue.brand_id, 'owner');
  await owner.getByRole('combobox', { name: 'Point' }).selectOption({ label: 'Samarkand' });
  await owner.waitForURL(new RegExp(`point=${other.id}`));
  const shifts = owner.getByRole('group', { name: 'Points and their till shifts' });
  await shifts.getByRole('button', { pressed: true }).getByText('closed').waitFor();
  await shifts
    .getByRole('button', { pressed: false })
    .getByText(/^open since/)
    .click();
  await owner.waitForURL(new RegExp(`point=${venue.point_id}`));
  // An order is of one point, whatever its link says. A hall of another point is none of this one's.
  const items = [{ product_id: venue.products.tea, quantity: 1 }];
  const { order_id } = await command(venue.till, 'OpenCheque', { point_id: venue.point_id, order_type_id: 1, items });
  await go(owner, `/orders/${order_id}?point=${other.id}`);
  await owner.waitForURL(new RegExp(`/orders/${order_id}\\?point=${venue.point_id}`));
  await owner.getByRole('combobox', { name: 'Point' }).selectOption(other.id);
  await owner.waitForURL(new RegExp(`/now\\?point=${other.id}`));
  await go(owner, `/floor?point=${venue.point_id}&hall=1`);
  await owner.getByRole('region', { name: 'Tables' }).getByRole('button').first().waitFor();
  const cashier = await personAt(app, venue.brand_id, 'cashier', `/now?point=${other.id}`, {
    point_ids: [venue.point_id],
  });
  await cashier.getByText('Chorsu', { exact: true }).waitFor();
  expect(await cashier.getByRole('combobox', { name: 'Point' }).count()).toBe(0);
});
