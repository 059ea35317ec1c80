import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
});
afterAll(() => app.stop());

const open = async (): Promise<number> => {
  const { till, point_id, products } = venue;
  const items = [{ product_id: products.tea, quantity: 3 }];
  return (await command(till, 'OpenCheque', { point_id, order_type_id: 1, items })).order_id;
};
const read = async (id: number) => (await venue.till.get(`/venue/v1/orders/${id}`)).body;

test('dishes are added and removed, a discount is given, the cheque is paid, reopened, and goods come back', async () => {
  const id = await open();
  const page = await personAt(app, venue.brand_id, 'manager', `/orders/${id}`);
  const main = page.getByRole('article', { name: `Order ${id}` });

  await page.getByRole('button', { name: 'Add dishes' }).click();
  await page.getByRole('textbox', { name: 'Find a dish' }).fill('kaz');
  await page.getByRole('button', { name: /^Kazy/ }).click();
  await page.getByRole('textbox', { name: 'Find a dish' }).fill('');
  await page.getByRole('button', { name: /^Plov/ }).click();
  // Its size has to be chosen first.
  expect(await page.getByRole('button', { name: 'Add 2 dishes' }).isDisabled()).toBe(true);
  await page.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: 'Large +15,000' }).click();
  await page.getByRole('button', { name: 'Add 2 dishes' }).click();
  await main.getByRole('cell', { name: /^Plov.*Large/ }).waitFor();
  expect((await read(id)).total_amount).toBe(204_000);
  // What modifiers cost is part of the goods.
  expect(await main.getByRole('region', { name: 'Money' }).textContent()).toContain('Goods204,000');

  await page.getByRole('button', { name: 'Remove Tea' }).click();
  await page.getByRole('textbox', { name: 'Qty' }).fill('1');
  await page.getByRole('textbox', { name: 'Reason' }).fill('spilled');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(async () => (await read(id)).total_amount, SOON).toBe(196_000);

  await page.getByRole('button', { name: 'Discount', exact: true }).click();
  await page.getByRole('textbox', { name: 'Discount' }).fill('25');
  await page.getByRole('textbox', { name: 'Reason' }).fill('a friend');
  await page.getByRole('button', { name: 'Give the discount' }).click();
  await main.getByText('Discount 25%').waitFor();
  expect(await read(id)).toMatchObject({ total_amount: 147_000, discount_percent: 25, discount_reason: 'a friend' });

  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Split' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).first().fill('2000');
  await page.getByRole('textbox', { name: 'Amount' }).last().fill('145000');
  await page.getByRole('combobox', { name: 'Paid by' }).last().click();
  await page.getByRole('option', { name: 'Card' }).click();
  await page.getByRole('button', { name: 'Close the cheque' }).click();
  await main.getByText('Closed', { exact: true }).waitFor();
  const paid = [145_000, 2_000];
  expect((await read(id)).payments.map(({ amount }: { amount: number }) => amount).sort()).toEqual(paid);

  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('the wrong table');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect.poll(async () => (await read(id)).payments, SOON).toEqual([]);
  // It begins with what was paid before.
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Close the cheque' }).click();
  await main.getByText('Closed', { exact: true }).waitFor();
  const again = (await read(id)).payments;
  expect(again.map(({ amount }: { amount: number }) => amount).sort()).toEqual(paid);
  expect(again).toContainEqual(expect.objectContaining({ payment_type_name: 'Card', amount: 145_000 }));

  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('textbox', { name: 'Tea: how many come back' }).fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await main.getByText('1 given back').waitFor();
  const { returns, adjustments } = await read(id);
  expect(returns).toMatchObject([{ total_amount: 6_000 }]);
  // Who gave the discount and why, and who took the dish back.
  const { name } = adjustments[0].by;
  expect(returns[0].by).toEqual(adjustments[0].by);
  const money = await main.getByRole('region', { name: 'Money' }).textContent();
  expect(money).toContain(`Discount 25%a friend · ${name} · `);
  expect(money).toMatch(new RegExp(`Return[^-]*${name} · `));
});

test('an auditor sees who did what, who set each value, what differs, and proves an event in the browser', async () => {
  const id = await open();
  await command(venue.till, 'AdjustCheque', { order_id: id, discount: 4_000, discount_reason: 'late' });
  const page = await personAt(app, venue.brand_id, 'auditor', `/orders/${id}`);
  expect(await page.getByRole('button', { name: 'Discount', exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: /^Cheque opened/ }).click();
  await page.getByRole('button', { name: 'Prove this event' }).click();
  await page.getByText(/^Proved here: this event stands in the log/).waitFor();

  await page.getByRole('tab', { name: 'Who set what' }).click();
  const discount = page.getByRole('row', { name: /^Discount\b/ }).first();
  expect(await discount.textContent()).toContain('Discount or charges changed');

  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByRole('row', { name: /^Discount 0 4,000/ }).waitFor();
});

test('a server that shows another event than the log has is found out by the page', async () => {
  const id = await open();
  const page = await personAt(app, venue.brand_id, 'owner', `/orders/${id}`);
  await page.route('**/audit/v1/log/inclusion**', async (route) => {
    const answer = await route.fetch();
    const proof = await answer.json();
    await route.fulfill({ response: answer, json: { ...proof, leaf: proof.leaf.replace('24000', '14000') } });
  });
  await page.getByRole('button', { name: /^Cheque opened/ }).click();
  await page.getByRole('button', { name: 'Prove this event' }).click();
  await page.getByText('The proof does not lead to the signed log.').waitFor();
});

test('a manager sees what a partner was told of the order, a cashier does not, who closes it as paid online', async () => {
  const { till, partnerKeyId, partner, point_id, products } = venue;
  const fields = { name: 'By app', category_id: 5, point_ids: [point_id] };
  const { id: online } = await command(till, 'DefinePaymentType', fields);
  await command(till, 'ConfigureWebhook', { key_id: partnerKeyId, url: 'https://partner.invalid/hook' });
  const items = [{ product_id: products.tea, quantity: 1 }];
  const client = { phone: '+998901112233' };
  const body = { point_id, order_type_id: 2, payment_type_id: online, client, items, external_id: 'told' };
  const { order_id, total_amount: amount } = (await partner.post('/v1/orders', body)).body;
  await command(till, 'RegisterPayment', { order_id, provider_payment_id: 'P-1', amount });
  await command(till, 'AcceptOrder', { order_id });
  const manager = await personAt(app, venue.brand_id, 'manager', `/orders/${order_id}`);
  await manager
    .getByRole('region', { name: 'Calls about it' })
    .getByText('Partner’s webhook · order.created')
    .waitFor();
  const cashier = await personAt(app, venue.brand_id, 'cashier', `/orders/${order_id}`);
  await cashier.getByRole('region', { name: 'Money' }).waitFor();
  expect(await cashier.getByRole('region', { name: 'Calls about it' }).count()).toBe(0);
  // Its way to pay is no longer online: the page says what is lacking, to those who may with a link.
  await command(till, 'ChangePaymentType', { id: online, category_id: 2 });
  await manager.getByRole('button', { name: 'Pay', exact: true }).click();
  await manager.getByRole('dialog').getByRole('link', { name: 'Ways to pay' }).click();
  await manager.getByRole('region', { name: 'Ways to pay' }).waitFor();
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await cashier.getByRole('dialog').getByText('no way to pay of the kind “Online”').waitFor();
  expect(await cashier.getByRole('dialog').getByRole('link').count()).toBe(0);
  expect(await cashier.getByRole('button', { name: 'Close the cheque' }).isDisabled()).toBe(true);
  await command(till, 'ChangePaymentType', { id: online, category_id: 5 });
  await cashier.reload();
  await cashier.getByRole('button', { name: 'Pay', exact: true }).click();
  await cashier.getByRole('dialog').getByText('Paid online').waitFor();
  await cashier.getByRole('button', { name: 'Close the cheque' }).click();
  await expect.poll(async () => (await read(order_id)).status, SOON).toBe('CLOSED');
  const { payments, provider_payments } = await read(order_id);
  expect(payments).toMatchObject([{ payment_type_id: online, amount }]);
  expect(provider_payments).toMatchObject([{ amount, is_refund_due: false, refund_due: 0 }]);
});
