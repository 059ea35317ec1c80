import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { createDatasetT, type DatasetT, ofMarch2 } from '../../support/reports/dataset-t.ts';
import { sharedApp } from '../../support/shared-app.ts';

const clock = createClock();
let app: TestApp;
let data: DatasetT;
let samarkand: number;
let urgut: number;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  data = await createDatasetT(app);
  const { till } = data.venue;
  samarkand = (await command(till, 'DefineRegion', { name: 'Samarkand' })).id;
  urgut = (await command(till, 'DefineDistrict', { region_id: samarkand, name: 'Urgut' })).id;
});
afterAll(() => app.stop());

const report = async (fields: object) => {
  const { status, body } = await data.venue.partner.post('/v1/reports/olap', ofMarch2({ ...fields }));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const rename = (fields: object) =>
  command(data.venue.till, 'RegisterOrganization', { id: data.organization_id, ...fields });

test('sales are grouped by the organization, its region and its district, as they were at the moment', async () => {
  const { organization_id } = data;
  const group_by = ['organization', 'region', 'district'];
  const nobody = { organization_id: null, organization_name: null, region_id: null, region_name: null };
  const nowhere = { region_id: null, region_name: null, district_id: null, district_name: null };
  const before = await report({ group_by, measures: ['revenue'] });
  expect(before.rows).toEqual([
    { ...nobody, district_id: null, district_name: null, revenue: 310_000 },
    { organization_id, organization_name: 'Artel', ...nowhere, revenue: 80_000 },
  ]);
  await rename({ name: 'Artel Avtobus', district_id: urgut });
  const there = { region_id: samarkand, region_name: 'Samarkand', district_id: urgut, district_name: 'Urgut' };
  const now = { organization_id, organization_name: 'Artel Avtobus', ...there };
  expect((await report({ group_by, measures: ['revenue'] })).rows[1]).toEqual({ ...now, revenue: 80_000 });
  const then = await report({ group_by, measures: ['revenue'], as_of: before.as_of.position });
  expect(then.rows).toEqual(before.rows);
});

test('regions go with lines, payments, filters and details', async () => {
  await rename({ name: 'Artel', district_id: urgut });
  const there = { region_id: samarkand, region_name: 'Samarkand' };
  const lines = await report({ group_by: ['region', 'product'], filters: { region: { in: [samarkand] } } });
  expect(lines.rows).toMatchObject([{ ...there, product_id: data.tea, net_amount: 80_000 }]);
  const payments = await report({ kind: 'payments', group_by: ['region', 'payment_type'], measures: ['amount'] });
  const paid = payments.rows.find(({ region_id }: { region_id: number | null }) => region_id === samarkand);
  expect(paid).toMatchObject({ ...there, payment_type_name: 'Debt', amount: 80_000 });
  const { status, body } = await data.venue.partner.post('/v1/reports/olap/details', {
    ...ofMarch2({ group_by: ['district'], measures: ['revenue'] }),
    cell: { district_id: urgut },
  });
  expect([status, body.value]).toEqual([200, { revenue: 80_000 }]);
  expect(body.items.map(({ cheque_id }: { cheque_id: number }) => cheque_id)).toEqual([data.c3]);
});
