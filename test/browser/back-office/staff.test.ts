import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { openPage } from '../support/chromium.ts';
import { personAt, SOON } from './people.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let app: TestApp;
let venue: TestVenue;
let waiter: number;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  const { till, point_id } = venue;
  const fields = { role: 'waiter', role_name: 'Waiter', position_id: 7, position_name: 'Waiter', point_id };
  waiter = (await command(till, 'HireEmployee', { login: 'hostile', name: HOSTILE, ...fields })).employee_id;
  await command(till, 'RecordMark', {
    employee_id: waiter,
    type: 'check_in',
    time: new Date().toISOString(),
    point_id,
  });
});
afterAll(() => app.stop());

const TODAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tashkent' }).format(Date.now());
const shiftsOf = async (employee: number) => {
  const path = `/v1/attendance/shifts?date_from=${TODAY.slice(0, 8)}01&date_to=${TODAY}`;
  const clock = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'c', permissions: ['attendance'] });
  const { shifts } = (await (await app.client(clock.api_key)).get(path)).body;
  return shifts.filter(({ employee_id }: { employee_id: number }) => employee_id === employee);
};
const employees = async () => (await venue.till.get('/venue/v1/employees?limit=100')).body.employees;
const dialog = (page: Page) => page.getByRole('dialog');
/** The button opens a dialog whose own button says the same. */
const sure = async (page: Page, name: string): Promise<void> => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
};

test('who is on shift is shown, and a shift is added, corrected and deleted on the timesheet', async () => {
  const page = await personAt(app, venue.brand_id, 'manager', '/staff');
  await page.getByRole('region', { name: 'On shift now' }).getByText(HOSTILE, { exact: true }).waitFor();
  const before = (await shiftsOf(venue.cashier_id)).length;
  const name = (await employees()).find(({ id }: { id: number }) => id === venue.cashier_id).name;
  await page.getByRole('button', { name: `${name}, 01: –`, exact: true }).click();
  await page.getByRole('button', { name: 'Add a shift' }).click();
  await page.getByLabel('Came: hours').fill('10');
  await page.getByLabel('Came: minutes').fill('00');
  await page.getByLabel('Left: hours').fill('02');
  await page.getByLabel('Left: minutes').fill('30');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByText('16.50 h').waitFor();
  await expect.poll(async () => (await shiftsOf(venue.cashier_id)).length, SOON).toBe(before + 1);
  const [shift] = await shiftsOf(venue.cashier_id);
  expect(shift).toMatchObject({ date: `${TODAY.slice(0, 8)}01`, hours: 16.5, source: 'manual' });
  const cell = page.getByRole('button', { name: `${name}, 01: 16.50`, exact: true });
  await cell.waitFor();

  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByLabel('Left: hours').fill('18');
  await page.getByLabel('Left: minutes').fill('00');
  await page.getByLabel('Note').fill('forgot to leave');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('forgot to leave').waitFor();
  expect((await shiftsOf(venue.cashier_id))[0]).toMatchObject({ hours: 8, note: 'forgot to leave' });
  await page.getByRole('button', { name: 'Delete the shift' }).click();
  await dialog(page).getByText('counts no more').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete the shift' }).click();
  await expect.poll(() => shiftsOf(venue.cashier_id), SOON).toEqual([]);
});

test('somebody is hired, blocked, let go and forgotten, and each step is what the API says', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/staff?tab=employees');
  await page.getByRole('button', { name: 'Hire', exact: true }).click();
  await dialog(page).getByLabel('Name').fill('Sardor');
  await page.getByLabel('Login').fill('sardor');
  await dialog(page).getByLabel('Role').fill('Waiter');
  await page.keyboard.press('Escape');
  await sure(page, 'Hire');
  const row = page.getByRole('listitem').filter({ hasText: 'Sardor' });
  await row.waitFor();
  const sardor = (await employees()).find(({ login }: { login: string }) => login === 'sardor');
  expect(sardor).toMatchObject({ role: 'waiter', position_id: 7, state: { standing: 'active' } });
  const standing = async () => (await venue.till.get(`/venue/v1/employees/${sardor.id}`)).body.state.standing;
  await row.getByRole('button', { name: 'Block' }).click();
  await expect.poll(standing, SOON).toBe('blocked');
  await page.getByText('Blocked', { exact: true }).first().click();
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await sure(page, 'Dismiss');
  expect(await standing()).toBe('dismissed');
  await page.getByText('Dismissed', { exact: true }).first().click();
  await row.getByRole('button', { name: 'Erase' }).click();
  await dialog(page).getByLabel('Reason').fill('asked');
  await sure(page, 'Erase');
  await page.getByText(`Number ${sardor.id}, erased`).waitFor();
});

test('a motivation is defined with who has it, and changed, as the API says', async () => {
  const page = await personAt(app, venue.brand_id, 'accountant', '/staff?tab=motivations');
  await page.getByText('No motivations yet').waitFor();
  await page.getByRole('button', { name: 'New motivation' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Tea');
  await dialog(page).getByRole('combobox', { name: 'Pays for' }).click();
  await page.getByRole('option', { name: 'For each unit sold' }).click();
  await dialog(page)
    .getByRole('textbox', { name: /^For each unit sold/ })
    .fill('500');
  await dialog(page).getByRole('combobox', { name: 'Only these dishes' }).fill('Tea');
  await page.getByRole('option', { name: 'Tea', exact: true }).click();
  await dialog(page).getByRole('combobox', { name: 'For whom' }).fill('<img');
  await page.getByRole('option', { name: HOSTILE }).click();
  await dialog(page).getByRole('heading').click();
  await sure(page, 'Save');
  const row = page.getByRole('listitem').filter({ hasText: 'Tea' });
  await row.getByText(HOSTILE, { exact: true }).waitFor();
  const defined = async () => (await venue.till.get('/venue/v1/motivations')).body.motivations;
  const scope = { product_ids: [venue.products.tea], category_ids: null, days: 'worked' };
  const tea = { name: 'Tea', calculation_type: 'per_item', rate: 500, is_active: true, scope };
  expect(await defined()).toMatchObject([{ ...tea, state: { employee_ids: [waiter] } }]);
  await row.getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByRole('switch', { name: 'In use' }).click();
  await sure(page, 'Save');
  await row.getByText('not in use').waitFor();
  expect(await defined()).toMatchObject([{ ...tea, is_active: false, state: { employee_ids: [waiter] } }]);
});

test('a person is invited by a link that is shown once, changed, reset, and shut out', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/staff?tab=accounts');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const login = `bobur-${Date.now()}`;
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Name').fill('Bobur');
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  const link = await dialog(page).locator('[data-secret]').textContent();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  // Whose page is still open when the role changes and the account is shut out: it may ask once more.
  const guest = await openPage(link!, { locale: 'en-GB', mayLog: /status of 40[13]/ });
  await guest.locator('input[type=password]').fill('correct horse battery');
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await guest.getByRole('heading', { name: 'Now' }).waitFor();

  const account = async () =>
    (await venue.till.get('/venue/v1/accounts')).body.accounts.find((each: { login: string }) => each.login === login);
  const row = page.getByRole('listitem').filter({ hasText: 'Bobur' });
  await row.getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Cook' }).click();
  await sure(page, 'Save');
  await expect.poll(async () => (await account()).role, SOON).toBe('cook');
  await row.getByRole('button', { name: 'New invitation' }).click();
  await dialog(page).getByRole('button', { name: 'New invitation' }).click();
  await dialog(page).locator('[data-secret]').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await account()).has_password, SOON).toBe(false);
  await row.getByRole('button', { name: 'Disable' }).click();
  await sure(page, 'Disable');
  await expect.poll(async () => (await account()).is_disabled, SOON).toBe(true);
  await row.getByRole('button', { name: 'Enable' }).click();
  await expect.poll(async () => (await account()).is_disabled, SOON).toBe(false);
});
