import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { square } from '../support/polygons.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  [venue, other] = [await createVenue(app), await createVenue(app)];
});
afterAll(() => app.stop());

const get = (path: string, at?: string | number) =>
  venue.auditor.get(`/audit/v1${path}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`);
const stateOf = async (path: string, at?: string | number) => {
  const { status, body } = await get(path, at);
  return status === 200 ? body.state : { status, code: body.code };
};
const typesOf = async (path: string): Promise<string[]> =>
  (await get(`${path}/history`)).body.events.map(({ type }: { type: string }) => type);

interface Step {
  /** What is sent to make the change. */
  readonly type: string;
  readonly fields: Record<string, unknown>;
  /** What the entity is from then on; null: it is not. */
  readonly state: Record<string, unknown> | null;
}

/** Sends each command a minute after the one before it, and asks for every moment in between. */
const follow = async (path: string, code: string, events: readonly string[], steps: readonly Step[]): Promise<void> => {
  const seen: { at: string; position: number; state: Step['state'] }[] = [];
  for (const { type, fields, state } of steps) {
    clock.move(MINUTE);
    await command(venue.till, type, fields);
    seen.push({ at: clock.at(0), position: await app.tillstream.store.head(), state });
  }
  const isNone = { status: 404, code };
  for (const { at, position, state } of seen) {
    for (const moment of [at, position]) {
      const found = await stateOf(path, moment);
      if (state) expect(found, `${path} at ${moment}`).toMatchObject(state);
      else expect(found).toEqual(isNone);
    }
  }
  const last = seen.at(-1)!.state;
  if (last) expect(await stateOf(path)).toMatchObject(last);
  expect(await typesOf(path)).toEqual(events);
  // What is this brand's is nobody else's.
  for (const asked of [path, `${path}/history`]) {
    expect(await other.auditor.get(`/audit/v1${asked}`)).toMatchObject({ status: 404, body: { code } });
    expect((await venue.till.get(`/audit/v1${asked}`)).status).toBe(403);
  }
};

test('a point, as it was at any moment', async () => {
  const { id } = await definePoint(venue.till, { name: 'Yunusobod' });
  const fields = (await stateOf(`/points/${id}`)) as Record<string, unknown>;
  const { point_id, special_days, ...definition } = fields;
  expect(special_days).toEqual([]);
  expect(point_id).toBe(id);
  const again = { id, ...definition, name: 'Yunusobod 2', delivery_distance: 1_000 };
  await follow(
    `/points/${id}`,
    'point_not_found',
    ['PointDefined', 'PointDefined'],
    [{ type: 'DefinePoint', fields: again, state: { name: 'Yunusobod 2', delivery_distance: 1_000 } }],
  );
});

test('a product of the catalogue, with the events that concern it and no others', async () => {
  const fields = { type: 'product', name: 'Lagman', category_id: venue.category_id, base_price: 30_000 };
  const { id } = await command(venue.till, 'DefineProduct', fields);
  const define = (changed: object): Step => ({
    type: 'DefineProduct',
    fields: { ...fields, id, ...changed },
    state: { product_id: id, ...changed },
  });
  await command(venue.till, 'DefineProduct', { ...fields, name: 'Manti' });
  await follow(`/products/${id}`, 'product_not_found', Array(3).fill('ProductDefined'), [
    define({ base_price: 32_000 }),
    define({ base_price: 35_000, name: 'Lagman, large' }),
  ]);
});

test('a showcase, a payment type, an account and a motivation', async () => {
  const { till, point_id, products } = venue;
  const categories = [{ id: 1, name: 'Everything', order_number: 1 }];
  const showcase = await command(till, 'PublishShowcase', { name: 'Web', categories, products: [] });
  const shown = [{ product_id: products.tea, category_id: 1 }];
  await follow(
    `/showcases/${showcase.id}`,
    'menu_not_found',
    ['ShowcasePublished', 'ShowcasePublished'],
    [
      {
        type: 'PublishShowcase',
        fields: { id: showcase.id, name: 'Web', categories, products: shown },
        state: { menu_id: showcase.id, products: [{ product_id: products.tea }] },
      },
    ],
  );

  const type = { name: 'Humo', category_id: 2, point_ids: [point_id] };
  const { id: payment_type_id } = await command(till, 'DefinePaymentType', type);
  await follow(`/payment-types/${payment_type_id}`, 'payment_type_not_found', Array(2).fill('PaymentTypeDefined'), [
    { type: 'DefinePaymentType', fields: { ...type, id: payment_type_id, name: 'Uzcard' }, state: { name: 'Uzcard' } },
  ]);

  const safe = { point_id, source: 'safe', code: 'S', name: 'Safe' };
  const { id: account_id } = await command(till, 'DefineAccount', safe);
  await follow(`/accounts/${account_id}`, 'account_not_found', Array(2).fill('AccountDefined'), [
    { type: 'DefineAccount', fields: { ...safe, id: account_id, code: 'S1' }, state: { code: 'S1', account_id } },
  ]);

  const sales = { name: 'Sales', calculation_type: 'own_sales_percent', rate: 1 };
  const { id: motivation_id } = await command(till, 'DefineMotivation', sales);
  const employee_ids = [venue.cashier_id];
  await follow(
    `/motivations/${motivation_id}`,
    'motivation_not_found',
    ['MotivationDefined', 'MotivationAssigned', 'MotivationDefined'],
    [
      { type: 'AssignMotivation', fields: { motivation_id, employee_ids }, state: { rate: 1, employee_ids } },
      { type: 'DefineMotivation', fields: { ...sales, id: motivation_id, rate: 2 }, state: { rate: 2, employee_ids } },
    ],
  );
});

test('a delivery zone is there until it is removed', async () => {
  const zone = { point_id: venue.point_id, name: 'Near', price: 5_000, minutes: 20, min_order_amount: 0 };
  const { id } = await command(venue.till, 'DefineZone', { ...zone, polygon: square(69.2, 41.3, 0.1) });
  const events = ['DeliveryZoneDefined', 'DeliveryZoneDefined', 'DeliveryZoneRemoved'];
  await follow(`/zones/${id}`, 'zone_not_found', events, [
    {
      type: 'DefineZone',
      fields: { ...zone, id, polygon: square(69.2, 41.3, 0.2), price: 6_000 },
      state: { zone_id: id, price: 6_000 },
    },
    { type: 'RemoveZone', fields: { id }, state: null },
  ]);
});

test('a key and its webhook, without the key, its hash or a secret', async () => {
  const terms = { audience: 'partner', name: 'aggregator', permissions: ['table_booking'] };
  const { key_id, api_key } = await command(venue.till, 'IssueKey', terms);
  const url = 'https://partner.invalid/hook';
  const paths = [`/keys/${key_id}`, `/webhooks/${key_id}`];
  expect(await stateOf(paths[1]!)).toEqual({ status: 404, code: 'webhook_not_configured' });
  let secret: string | undefined;
  clock.move(MINUTE);
  const { position } = (await get(paths[0]!)).body;
  ({ secret } = await command(venue.till, 'ConfigureWebhook', { key_id, url, events: ['reservation.created'] }));
  const { secret_id } = (await stateOf(paths[1]!)) as { secret_id: string };
  await command(venue.till, 'RotateWebhookSecret', { key_id });
  const rotated = await stateOf(paths[1]!);
  expect(rotated).toEqual({ key_id, url, events: ['reservation.created'], secret_id: expect.any(String) });
  expect(rotated.secret_id).not.toBe(secret_id);
  await follow(
    paths[0]!,
    'key_not_found',
    ['KeyIssued', 'WebhookConfigured', 'WebhookSecretRotated', 'KeyTermsChanged', 'KeyRevoked'],
    [
      { type: 'UpdateKey', fields: { key_id, name: 'renamed' }, state: { name: 'renamed', revoked_at: null } },
      { type: 'RevokeKey', fields: { key_id }, state: { name: 'renamed', revoked_at: expect.any(String) } },
    ],
  );
  expect(await typesOf(paths[1]!)).toEqual(['WebhookConfigured', 'WebhookSecretRotated']);
  expect((await get(paths[0]!, position)).body.state).toMatchObject({ name: 'aggregator', audience: 'partner' });
  const answers = await Promise.all(paths.flatMap((path) => [get(path), get(`${path}/history`)]));
  const text = JSON.stringify(answers.map(({ body }) => body));
  for (const hidden of [api_key, secret!, 'key_hash']) expect(text).not.toContain(hidden);
  expect(secret).toEqual(expect.any(String));
});

test('an organization and a supplier, with their balances of then', async () => {
  const { till, point_id } = venue;
  const { id: account_id } = await command(till, 'DefineAccount', { source: 'bank', code: 'B', name: 'Bank' });
  const { id: organization_id } = await command(till, 'RegisterOrganization', { name: 'Artel', opening_balance: -500 });
  const paid = { organization_id, point_id, amount: 300, source: 'bank', account_id };
  await follow(
    `/organizations/${organization_id}`,
    'organization_not_found',
    ['OrganizationRegistered', 'OrganizationPaymentReceived', 'OrganizationDetailsChanged'],
    [
      { type: 'ReceiveOrganizationPayment', fields: paid, state: { name: 'Artel', balance: -200 } },
      {
        type: 'RegisterOrganization',
        fields: { id: organization_id, name: 'Artel 2', opening_balance: -500 },
        state: { name: 'Artel 2', balance: -200 },
      },
    ],
  );

  const { id: supplier_id } = await command(till, 'RegisterSupplier', { name: 'Bozor', opening_balance: 100 });
  const { id: supply_id } = await command(till, 'RecordSupply', { supplier_id, point_id, amount: 1_000 });
  expect(await stateOf(`/suppliers/${supplier_id}`)).toMatchObject({ balance: -900 });
  await follow(
    `/suppliers/${supplier_id}`,
    'supplier_not_found',
    ['SupplierRegistered', 'SupplyRecorded', 'SupplierPaid', 'SupplyReturned', 'SupplyCancelled'],
    [
      { type: 'PaySupplier', fields: { supplier_id, amount: 600, account_id, point_id }, state: { balance: -300 } },
      { type: 'ReturnSupply', fields: { supplier_id, point_id, amount: 100 }, state: { balance: -200 } },
      { type: 'CancelSupply', fields: { supply_id }, state: { name: 'Bozor', balance: 800 } },
    ],
  );
});

test('a till shift: its cheques, its money, its hand-over, and nothing of the shift after it', async () => {
  const { till, point_id, cashier_id, cash, partner } = venue;
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id, opening_cash: 1_000 });
  const { id: account_id } = await command(till, 'DefineAccount', {
    point_id,
    source: 'safe',
    code: 'T',
    name: 'Safe',
  });
  const { order_id } = (await partner.post('/v1/orders', orderBody(venue))).body;
  await command(till, 'AcceptOrder', { order_id });
  const spent = { point_id, register: 'shift', shift_id, direction: 'minus', amount: 400, operation: 'expense' };
  const { id: movement_id } = await command(till, 'MoveMoney', spent);
  const moved = { movement_id, operation: 'expense', direction: 'minus', amount: 400, is_cancelled: false };
  await follow(
    `/shifts/${shift_id}`,
    'shift_not_found',
    [
      ...['ShiftOpened', 'MoneyMoved', 'ChequeNumbered', 'MoneyTransferred', 'ShiftClosed'],
      ...['MovementCancelled', 'ShiftAccepted'],
    ],
    [
      {
        type: 'CloseCheque',
        fields: { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] },
        state: { shift_id, is_open: true, opening_cash: 1_000, last_cheque_number: 1, movements: [moved] },
      },
      {
        type: 'TransferMoney',
        fields: { from: { shift_id }, to: { account_id }, amount: 50 },
        state: { movements: [moved, { operation: 'transfer', direction: 'minus', amount: 50 }] },
      },
      {
        type: 'CloseShift',
        fields: { shift_id, counted_cash: 98_000, left_cash: 0 },
        state: { is_open: false, is_accepted: false, closed_at: expect.any(String), counted_cash: 98_000 },
      },
      { type: 'OpenShift', fields: { point_id, cashier_id }, state: { is_open: false } },
      {
        type: 'CancelMovement',
        fields: { movement_id },
        state: { movements: [{ ...moved, is_cancelled: true }, { operation: 'transfer' }] },
      },
      {
        type: 'AcceptShift',
        fields: { shift_id, account_id, amount: 98_000 },
        state: { is_accepted: true, accepted: { account_id, amount: 98_000 } },
      },
    ],
  );
});
