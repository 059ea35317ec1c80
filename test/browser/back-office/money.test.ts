import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { go, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
let shift: number;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  const { till, point_id, cashier_id, products, cash } = venue;
  const account = (source: string, code: string, name: string) =>
    command(till, 'DefineAccount', { point_id, source, code, name });
  await account('safe', 'S-1', 'The safe');
  await account('bank', 'B-1', 'The bank');
  for (const name of ['Rent', 'Wages']) await command(till, 'DefinePaymentPurpose', { name, is_payout: true });
  shift = (await command(till, 'OpenShift', { point_id, cashier_id, opening_cash: 50_000 })).shift_id;
  const items = [{ product_id: products.tea, quantity: 3 }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 24_000 }] });
  await command(till, 'CloseShift', { shift_id: shift, counted_cash: 73_000, left_cash: 50_000 });
  await command(till, 'GiveBonus', { employee_id: cashier_id, point_id, amount: 70_000, reason: 'A hard day' });
});
afterAll(() => app.stop());

const read = async (path: string) => (await venue.partner.get(`/v1/reports/${path}`)).body;
const shiftNow = async () => {
  const { body } = await venue.till.get(`/venue/v1/points/${venue.point_id}/today`);
  const { shifts } = await read(`shifts?date_from=${body.business_date}&date_to=${body.business_date}`);
  return shifts.find(({ shift_id }: { shift_id: number }) => shift_id === shift);
};
const balances = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await read('money-accounts')).accounts.map((one: { code: string; balance: number }) => [one.code, one.balance]),
  );
const lastOf = async (type: string) =>
  (await venue.auditor.get(`/audit/v1/events?type=${type}`)).body.events.at(-1).data;
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an accountant accepts a shift, moves, counts and takes back money, and the accounts say what the API says', async () => {
  const page = await personAt(app, venue.brand_id, 'accountant', '/money');
  const row = page.getByRole('row', { name: /^Shift 1/ });
  // Revenue, what should be there, what was counted, and what is missing.
  for (const text of ['24,000', '74,000', '73,000', '-1,000']) await row.getByText(text, { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Accept' }).click();
  await dialogOf(page, 'Accept shift 1').getByText('24,000 should be there.').waitFor();
  // What was counted, less what stays for tomorrow.
  expect(await page.getByRole('textbox', { name: /^Handed over/ }).inputValue()).toBe('23,000');
  await dialogOf(page, 'Accept shift 1').getByRole('button', { name: 'Accept' }).click();
  await row.getByText(/^Accepted by/).waitFor();
  expect(await shiftNow()).toMatchObject({ is_accepted: true, revenue: 24_000, cash_difference: -1_000 });
  expect(await balances()).toEqual({ 'S-1': 23_000, 'B-1': 0 });

  await page.getByRole('tab', { name: 'Accounts' }).click();
  const balanceOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await balanceOf('The safe').getByText('23,000').waitFor();
  await page.getByRole('button', { name: 'Transfer' }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('20000');
  await dialogOf(page, 'Transfer').getByRole('button', { name: 'Transfer' }).click();
  await balanceOf('The bank').getByText('20,000').waitFor();
  await balanceOf('The safe').getByRole('button', { name: 'Count' }).click();
  await page.getByRole('textbox', { name: /^Counted/ }).fill('2500');
  await page.getByText('Difference: -500').waitFor();
  await dialogOf(page, 'Count: The safe').getByRole('button', { name: 'Count' }).click();
  await balanceOf('The safe').getByText('2,500').waitFor();
  expect(await balances()).toEqual({ 'S-1': 2_500, 'B-1': 20_000 });

  await page.getByRole('tab', { name: 'Movements' }).click();
  await page
    .getByRole('row', { name: /Transfer/ })
    .first()
    .getByRole('button', { name: 'Cancel' })
    .click();
  const takenBack = dialogOf(page, 'Cancel the movement');
  await takenBack.getByRole('textbox', { name: /^Reason/ }).fill('It went to another bank');
  await takenBack.getByRole('button', { name: 'Cancel the movement' }).click();
  await expect.poll(balances, SOON).toEqual({ 'S-1': 22_500, 'B-1': 0 });
  expect(await lastOf('MovementCancelled')).toMatchObject({ personal: { reason: 'It went to another bank' } });

  // A long list is drawn in parts, and all of it can be come to.
  await page.route('**/reports/money-movements?**', async (route) => {
    const response = await route.fetch();
    const { movements, ...rest } = await response.json();
    const many = Array.from({ length: 301 }, (_, id) => ({ ...movements[0], id }));
    await route.fulfill({ response, json: { ...rest, movements: many } });
  });
  await page.reload();
  const rows = page.getByRole('region', { name: 'Movements' }).locator('tbody tr');
  await page.getByText('The first 300 rows are shown.').waitFor();
  expect(await rows.count()).toBe(300);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count(), SOON).toBe(301);
});

test('organizations and suppliers are registered with what is owed, and paid; a refusal stands beside its field', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/money?tab=partners', { mayLog: /status of 400/ });
  await page.getByText('No organizations yet').waitFor();
  await page.getByRole('button', { name: 'New organization' }).click();
  const form = dialogOf(page, 'New organization');
  await form.getByRole('textbox', { name: 'Name' }).fill('=HYPERLINK("x") <b>Bank</b>');
  await form.getByRole('textbox', { name: 'Phone' }).fill('12');
  await form.getByRole('textbox', { name: /^Balance so far/ }).fill('-30000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.getByRole('textbox', { name: 'Phone' }).getAttribute('aria-invalid'), SOON).toBe('true');
  await form.getByRole('textbox', { name: 'Phone' }).fill('+998712001020');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /^=HYPERLINK\("x"\) <b>Bank<\/b>/ });
  await row.getByText('-30,000').waitFor();
  await row.getByRole('button', { name: 'Money received' }).click();
  // What is owed is proposed.
  expect(await page.getByRole('textbox', { name: /^Amount/ }).inputValue()).toBe('30,000');
  await page.getByRole('textbox', { name: /^Amount/ }).fill('12000');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await row.getByText('-18,000').waitFor();
  expect((await read('organizations')).totals).toEqual({ debt: 18_000, prepaid: 0 });

  await page.getByRole('button', { name: 'New supplier' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('The market');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const market = page.getByRole('row', { name: /^The market/ });
  await market.getByRole('button', { name: 'Goods came' }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('9000');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await market.getByText('-9,000').waitFor();
  await market.getByRole('button', { name: 'Goods went back' }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('2000');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await market.getByText('-7,000').waitFor();
  expect((await read('suppliers')).totals).toEqual({ debt: 7_000, prepaid: 0 });
  // What was a mistake is taken back, with its reason in the history.
  await market.getByRole('button', { name: 'The market' }).click();
  const wentBack = dialogOf(page, /^Goods of The market/).getByRole('row', { name: /Goods went back/ });
  await wentBack.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Another market');
  await dialogOf(page, 'Cancel the entry').getByRole('button', { name: 'Cancel the entry' }).click();
  await wentBack.waitFor({ state: 'detached' });
  await expect.poll(async () => (await read('suppliers')).totals, SOON).toEqual({ debt: 9_000, prepaid: 0 });
  expect(await lastOf('SupplyCancelled')).toMatchObject({ reason: 'Another market' });
});

test('the payroll shows the days behind each sum, takes a fine, and tries a motivation; a cashier sees the own shifts alone', async () => {
  const page = await personAt(app, venue.brand_id, 'manager', '/money?tab=payroll');
  const { cashier_name } = await shiftNow();
  const row = page.getByRole('row', { name: new RegExp(`^${cashier_name}`) });
  await row.getByRole('button', { name: /^Bonus or fine/ }).click();
  await page.getByRole('dialog').getByText('Fine', { exact: true }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('10000');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Late');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await row.getByRole('cell', { name: '60,000' }).first().waitFor();
  await row.getByRole('button', { name: cashier_name, exact: true }).click();
  await page.getByText('Added up here: 1 day comes to 60,000 accrued and 0 paid, as the table says.').waitFor();
  await page
    .getByRole('row', { name: /Fine Late -10,000/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The bus was late');
  await dialogOf(page, 'Cancel the entry').getByRole('button', { name: 'Cancel the entry' }).click();
  await page.getByText('Added up here: 1 day comes to 70,000 accrued and 0 paid, as the table says.').waitFor();
  expect(await lastOf('AccrualCancelled')).toMatchObject({ personal: { reason: 'The bus was late' } });
  // What was opened is a step that Back takes back.
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: /^Terms of pay/ }).click();
  const terms = dialogOf(page, 'Terms of pay');
  await terms.getByRole('combobox', { name: 'How the person is paid' }).click();
  await page.getByRole('option', { name: 'In free form' }).click();
  await terms.getByRole('button', { name: 'Save' }).click();
  await row.getByText('In free form').waitFor();
  await row.getByRole('button', { name: /^Terms of pay/ }).click();
  expect(await terms.getByRole('combobox', { name: 'How the person is paid' }).inputValue()).toBe('In free form');
  await page.keyboard.press('Escape');
  // Such terms leave the sum to a person.
  await row.getByRole('button', { name: /^Bonus or fine/ }).click();
  await page.getByRole('dialog').getByText('Salary', { exact: true }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('5000');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await row.getByRole('cell', { name: '75,000' }).first().waitFor();
  // Rent is paid out, too: it is not guessed what wages are paid for, until they were.
  await row.getByRole('button', { name: /^Wages of/ }).click();
  const wages = dialogOf(page, /^Wages of/);
  expect(await wages.getByRole('button', { name: 'Record' }).isDisabled()).toBe(true);
  await wages.getByRole('combobox', { name: 'Purpose' }).click();
  await page.getByRole('option', { name: 'Wages', exact: true }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('15000');
  await wages.getByRole('button', { name: 'Record' }).click();
  await row.getByRole('cell', { name: '60,000' }).first().waitFor();
  await row.getByRole('button', { name: /^Wages of/ }).click();
  await expect.poll(() => wages.getByRole('combobox', { name: 'Purpose' }).inputValue(), SOON).toBe('Wages');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try a motivation' }).click();
  await page.getByRole('textbox', { name: '%' }).fill('10');
  await page.getByRole('button', { name: 'Show what it would pay' }).click();
  await page
    .getByRole('region', { name: 'Try a motivation' })
    .getByRole('row', { name: /^In all/ })
    .waitFor();

  const cashier = await personAt(app, venue.brand_id, 'cashier', '/money');
  expect(await cashier.getByRole('tab').count()).toBe(0);
  // The shift is another cashier's.
  await cashier.getByText('No shifts in these days').waitFor();
});

test('the Z-report and the cheque are printed as slips of 80 mm', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', `/money?shift=${shift}`);
  const slip = page.getByRole('article', { name: 'Z-report, shift 1' });
  const text = await slip.textContent();
  const { revenue, cash_balance } = await shiftNow();
  for (const amount of [revenue, cash_balance]) expect(text).toContain(amount.toLocaleString('en-GB'));
  expect(await widthOnPaper(page)).toBe(80);

  const { body } = await venue.till.get('/venue/v1/orders?limit=1');
  await go(page, `/orders/${body.orders[0].order_id}?slip=true`);
  await page
    .getByRole('article', { name: /^Cheque / })
    .getByText('3 × Tea')
    .waitFor();
  expect(await widthOnPaper(page)).toBe(80);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  // The order itself on paper: what happened to it is text, though a screen opens it.
  await go(page, `/orders/${body.orders[0].order_id}`);
  await page.getByRole('region', { name: 'What was ordered' }).getByText('Tea').waitFor();
  const pressed = await page.getByRole('main').getByRole('button').allTextContents();
  expect(pressed.filter((words) => !/^Cheque (opened|closed)/.test(words))).toEqual([]);
});

/** Of the first page, in millimetres. */
const widthOnPaper = async (page: Page): Promise<number> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf)!;
  return Math.round((Number(width) / 72) * 25.4);
};
