// A database of its own: an analyst logs in to it, and reads whole views.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAnalyst, withoutInstants } from '../support/analyst.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const rowsOf = async (view: string, order: string): Promise<unknown[]> => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const { rows } = await analyst.query(`select row_to_json(v) as row from analytics.${view} v order by ${order}`);
  return rows.map(({ row }) => withoutInstants(row));
};

test('what an analyst reads of organizations and suppliers adds up to their balances', async () => {
  const { till, point_id, cashier_id, products, brand_id } = venue;
  const make = async (type: string, fields: object): Promise<number> => (await command(till, type, { ...fields })).id;
  const debt = await make('DefinePaymentType', { name: 'Debt', category_id: 6, point_ids: [point_id] });
  const account_id = await make('DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
  const details = { name: 'Artel', short_name: 'A', tin: '301', opening_balance: -100, point_id, debt_limit: 900_000 };
  const organization_id = await make('RegisterOrganization', details);
  await command(till, 'OpenShift', { point_id, cashier_id });
  const items = [{ product_id: products.tea, quantity: 2 }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  await command(till, 'AssignCheque', { order_id, organization_id });
  const payments = [{ payment_type_id: debt, amount: 16_000 }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });
  const paid = { organization_id, point_id, amount: 5_000, source: 'safe', account_id };
  const payment_id = await make('ReceiveOrganizationPayment', { ...paid, is_internal: true });
  const supplier_id = await make('RegisterSupplier', { name: 'Bozor', tin: '302', type_name: 'Market' });
  const supply_id = await make('RecordSupply', { supplier_id, point_id, amount: 700, document: 'N 17' });
  const back = await make('ReturnSupply', { supplier_id, point_id, amount: 30 });

  const registered_at = expect.stringMatching(/^2026-03-02T\d\d:\d\d:\d\d$/);
  const place = { region_id: null, district_id: null };
  expect(await rowsOf('organizations', 'name')).toEqual([
    { organization_id, brand_id, ...details, ...place, is_own_point: false, registered_at },
  ]);
  const supplier = { supplier_id, brand_id, name: 'Bozor', tin: '302', type_name: 'Market' };
  expect(await rowsOf('suppliers', 'name')).toEqual([
    { ...supplier, is_internal: false, opening_balance: 0, point_id: null, registered_at },
  ]);
  const of = {
    organization_id,
    brand_id,
    point_id,
    business_date: '2026-03-02',
    created_at: registered_at,
    shift_id: null,
  };
  expect(await rowsOf('organization_entries', 'entry_id')).toEqual([
    {
      ...of,
      kind: 'cheque',
      entry_id: order_id,
      amount: -16_000,
      source: null,
      account_id: null,
      payment_type_id: null,
      is_internal: null,
    },
    {
      ...of,
      kind: 'payment',
      entry_id: payment_id,
      amount: 5_000,
      source: 'safe',
      account_id,
      payment_type_id: null,
      is_internal: true,
    },
  ]);
  const nothingPaid = { source: null, account_id: null, shift_id: null, payment_purpose_id: null };
  const supplied = {
    supplier_id,
    brand_id,
    point_id,
    business_date: '2026-03-02',
    created_at: registered_at,
    ...nothingPaid,
  };
  expect(await rowsOf('supplier_entries', 'entry_id')).toEqual([
    { ...supplied, kind: 'supply', entry_id: supply_id, amount: -700, document: 'N 17' },
    { ...supplied, kind: 'return', entry_id: back, amount: 30, document: null },
  ]);
});
