import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';
import { card, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
});
afterAll(() => app.stop());

const place = async (fields: Record<string, unknown> = {}): Promise<number> => {
  const { status, body } = await venue.partner.post('/v1/orders', orderBody(venue, fields));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.order_id;
};
const statusOf = async (id: number): Promise<string> => (await venue.till.get(`/venue/v1/orders/${id}`)).body.status;

test('an order comes in by itself, goes step by step, and is paid, and a second browser follows', async () => {
  const [cashier, owner] = await Promise.all([
    personAt(app, venue.brand_id, 'cashier'),
    personAt(app, venue.brand_id, 'owner'),
  ]);
  const id = await place();
  const steps = [
    ['Accept', 'UNCONFIRMED_ORDER', 'Accepted'],
    ['Cook', 'COOKING', 'Cooking'],
    ['Pack', 'PACKED', 'Ready'],
  ] as const;
  for (const [button, status, lane] of steps) {
    await card(cashier, id).getByRole('button', { name: button, exact: true }).click();
    await owner
      .getByRole('region', { name: lane })
      .getByRole('article', { name: `Order ${id}` })
      .waitFor();
    expect(await statusOf(id)).toBe(status);
  }
  expect(await card(owner, id).textContent()).toContain('98,000');

  await card(cashier, id).getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = cashier.getByRole('dialog', { name: `Pay order ${id}` });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100000');
  await dialog.getByText('Give back 2,000').waitFor();
  await dialog.getByRole('combobox', { name: 'Paid by' }).click();
  await cashier.getByRole('option', { name: 'Card' }).click();
  // Nothing goes back but cash.
  await dialog.getByText('2,000 too much').waitFor();
  expect(await dialog.getByRole('button', { name: 'Close the cheque' }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Paid by' }).click();
  await cashier.getByRole('option', { name: 'Cash' }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).press('Enter');
  await Promise.all([card(cashier, id).waitFor({ state: 'detached' }), card(owner, id).waitFor({ state: 'detached' })]);
  const { payments } = (await venue.till.get(`/venue/v1/orders/${id}`)).body;
  expect(payments).toMatchObject([{ payment_type_id: venue.cash, amount: 98_000 }]);
});

test('an order that two people move at once is moved once, and the other one is told so', async () => {
  const id = await place();
  const mayLog = /status of 409/;
  const [one, other] = await Promise.all([
    personAt(app, venue.brand_id, 'cashier', '/now', { mayLog }),
    personAt(app, venue.brand_id, 'cashier', '/now', { mayLog }),
  ]);
  await Promise.all([card(one, id).waitFor(), card(other, id).waitFor()]);
  // The second browser does not hear of the first one's step.
  await other.route('**/venue/v1/orders/*', () => {});
  await card(one, id).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => statusOf(id), SOON).toBe('UNCONFIRMED_ORDER');
  await card(one, id).getByRole('button', { name: 'Cook' }).click();
  await expect.poll(() => statusOf(id), SOON).toBe('COOKING');
  await card(other, id).getByRole('button', { name: 'Accept' }).click();
  await other.getByRole('alert').waitFor();
  await other.unroute('**/venue/v1/orders/*');
  expect(await statusOf(id)).toBe('COOKING');
});

test('an order is deleted with its cause, after the page has asked', async () => {
  const id = await place();
  const page = await personAt(app, venue.brand_id, 'manager', '/now', { mayLog: /status of 4\d\d/ });
  await card(page, id)
    .getByRole('button', { name: `More for order ${id}` })
    .click();
  await page.getByRole('menuitem', { name: 'Delete the order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the order' });
  await dialog.getByRole('button', { name: 'Keep' }).click();
  expect(await statusOf(id)).toBe('CREATED');
  await card(page, id)
    .getByRole('button', { name: `More for order ${id}` })
    .click();
  await page.getByRole('menuitem', { name: 'Delete the order' }).click();
  await dialog.getByRole('combobox', { name: 'Cause' }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  // What the server refuses stays there, with its words beside the field.
  await dialog.getByRole('button', { name: 'Delete the order' }).click();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Comment' }).getAttribute('aria-invalid'), SOON)
    .toBe('true');
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('The guest has left');
  await dialog.getByRole('button', { name: 'Delete the order' }).click();
  await card(page, id).waitFor({ state: 'detached' });
  await expect.poll(() => statusOf(id), SOON).toBe('DELETED');
});

test('the filters stand in the address: reload keeps them', async () => {
  const takeaway = await place();
  const page = await personAt(app, venue.brand_id, 'owner');
  await card(page, takeaway).waitFor();
  await page.getByText('Delivery', { exact: true }).first().click();
  await card(page, takeaway).waitFor({ state: 'detached' });
  expect(page.url()).toContain('type=delivery');
  await page.reload();
  await page.getByRole('heading', { name: 'Now' }).waitFor();
  expect(await card(page, takeaway).count()).toBe(0);
  await page.getByText('All', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Find in these orders' }).fill('aziza');
  await card(page, takeaway).waitFor();
  await page.getByRole('textbox', { name: 'Find in these orders' }).fill('nobody');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await card(page, takeaway).waitFor();
});

test('names that look like a page are shown as text', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const id = await place({ client: { phone: '+998901112299', name }, comment: '"><script>alert(2)</script>' });
  const page = await personAt(app, venue.brand_id, 'owner');
  expect(await card(page, id).textContent()).toContain(name);
  expect(await card(page, id).textContent()).toContain('<script>alert(2)</script>');
});

test('what needs attention leads to where it is put right', async () => {
  const { till, point_id } = venue;
  const { shift } = (await till.get(`/venue/v1/points/${point_id}/board`)).body;
  await command(till, 'CloseShift', { shift_id: shift.shift_id, leave_open: true, left_cash: 0 });
  const page = await personAt(app, venue.brand_id, 'manager');
  await page.getByRole('group', { name: 'To look at' }).getByRole('link', { name: '1 shift is not accepted' }).click();
  await page.waitForURL(/\/back-office\/money/);
  await page.getByRole('button', { name: 'Accept' }).first().waitFor();
});
