import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { type Counterparties, createCounterparties } from '../../support/counterparties.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let money: Counterparties;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  money = await createCounterparties(venue);
});
afterAll(() => app.stop());

const register = async (fields: object = {}): Promise<number> =>
  (await command(venue.till, 'RegisterSupplier', { name: 'Bozor', ...fields })).supplier_id;
const send = (type: string, body: object, client = venue.till) =>
  client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...body });
const supply = async (type: string, supplier_id: number, amount: number, fields: object = {}): Promise<number> =>
  (await command(venue.till, type, { supplier_id, point_id: venue.point_id, amount, ...fields })).supply_id;

interface Row {
  readonly supplier_id: number;
  readonly balance: number;
}
const report = async (query = '') => {
  const { status, body } = await venue.partner.get(`/v1/reports/suppliers?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const rowOf = async (id: number, query = ''): Promise<Row | undefined> =>
  (await report(query)).suppliers.find(({ supplier_id }: Row) => supplier_id === id);
const balanceOf = async (id: number, query = '') => (await rowOf(id, query))?.balance;

describe('the balance of a supplier', () => {
  test('a balance is -500 000 - 1 200 000 + 900 000 = -800 000, and was what it was at each moment', async () => {
    const supplier_id = await register({ opening_balance: -500_000 });
    const before = (await report()).as_of.position;
    await supply('RecordSupply', supplier_id, 1_200_000, { document: 'N 17' });
    const between = (await report()).as_of.recorded_at;
    await command(venue.till, 'PaySupplier', { supplier_id, amount: 900_000, account_id: money.bank });
    expect(await balanceOf(supplier_id)).toBe(-800_000);
    expect(await balanceOf(supplier_id, `as_of=${before}`)).toBe(-500_000);
    expect(await balanceOf(supplier_id, `as_of=${encodeURIComponent(between)}`)).toBe(-1_700_000);
  });

  test('goods that went back are owed no more, and what is cancelled counts no more', async () => {
    const { till } = venue;
    const supplier_id = await register();
    const supply_id = await supply('RecordSupply', supplier_id, 1_000);
    const back = await supply('ReturnSupply', supplier_id, 300);
    expect(await balanceOf(supplier_id)).toBe(-700);
    const listed = async (query = '') => {
      const { body } = await till.get(`/venue/v1/supplies?supplier_id=${supplier_id}${query}`);
      return body.supplies.map(({ id, kind, amount }: Record<string, unknown>) => [id, kind, amount]);
    };
    const both = [
      [supply_id, 'supply', 1_000],
      [back, 'return', 300],
    ];
    expect(await listed()).toEqual(both);
    const { date } = (await till.get(`/venue/v1/supplies/${back}`)).body;
    expect(await listed(`&date_from=${date}&date_to=${date}&point_id=${venue.point_id}`)).toEqual(both);
    expect(await listed(`&date_to=2020-01-01`)).toEqual([]);
    expect(await command(till, 'CancelSupply', { supply_id: back })).toMatchObject({ id: back, supply_id: back });
    expect(await balanceOf(supplier_id)).toBe(-1_000);
    expect(await listed()).toEqual(both.slice(0, 1));
    await command(till, 'CancelSupply', { supply_id, reason: 'Written down twice' });
    expect(await balanceOf(supplier_id)).toBe(0);
    expect(await listed()).toEqual([]);
    for (const id of [supply_id, back]) {
      const again = await send('CancelSupply', { supply_id: id });
      expect(again).toMatchObject({ status: 409, body: { code: 'supply_already_cancelled' } });
    }
    const { shift_id } = money;
    const { id: movement_id } = await command(till, 'PaySupplier', { supplier_id, amount: 50, shift_id });
    expect(await balanceOf(supplier_id)).toBe(50);
    await command(till, 'CancelMovement', { movement_id });
    expect(await balanceOf(supplier_id)).toBe(0);
  });

  test('at a point only its entries count, and an opening balance that was given it', async () => {
    const { till, point_id } = venue;
    const second = (await definePoint(till, { name: 'Sergeli' })).id;
    const supplier_id = await register({ opening_balance: -1_000, point_id });
    await supply('RecordSupply', supplier_id, 10);
    await supply('RecordSupply', supplier_id, 5, { point_id: second });
    // An account of the whole brand pays for the point that is named, or for none.
    const account_id = (await command(till, 'DefineAccount', { source: 'bank', code: 'A', name: 'All' })).id;
    await command(till, 'PaySupplier', { supplier_id, amount: 4, account_id, point_id: second });
    await command(till, 'PaySupplier', { supplier_id, amount: 100, account_id });
    await command(till, 'PaySupplier', { supplier_id, amount: 3, account_id: money.bank });
    expect(await balanceOf(supplier_id)).toBe(-908);
    expect(await balanceOf(supplier_id, `point_id=${point_id}`)).toBe(-1_007);
    expect(await balanceOf(supplier_id, `point_id=${second}`)).toBe(-1);
    expect(await balanceOf(supplier_id, `point_id=${second},${point_id}`)).toBe(-1_008);
  });

  test('a supplier shows its details, and the totals add up', async () => {
    const other = await createVenue(app);
    const theirs = async (fields: object): Promise<number> =>
      (await command(other.till, 'RegisterSupplier', { ...fields })).supplier_id;
    const details = { name: 'A', phone: '+998712000000', tin: '302', type_name: 'Market', is_internal: true };
    const first = await theirs({ ...details, opening_balance: -70 });
    await theirs({ name: 'B', opening_balance: 30 });
    const { body } = await other.partner.get('/v1/reports/suppliers');
    expect(body).toMatchObject({ count: 2, totals: { debt: 70, prepaid: 30 } });
    const created_at = expect.stringMatching(/^2026-03-02 \d\d:\d\d:\d\d$/);
    expect(body.suppliers[0]).toEqual({ supplier_id: first, ...details, created_at, balance: -70 });
    const debtors = (await other.partner.get('/v1/reports/suppliers?only_debt=true')).body;
    expect(debtors).toMatchObject({ count: 1, totals: { debt: 70, prepaid: 0 } });
    const csv = await other.partner.get('/v1/reports/suppliers', { accept: 'text/csv' });
    expect(String(csv.body).split('\r\n')[0]).toBe(
      'supplier_id,name,phone,tin,type_name,is_internal,created_at,balance',
    );
    const ndjson = await other.partner.get('/v1/reports/suppliers', { accept: 'application/x-ndjson' });
    expect(
      String(ndjson.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(body.suppliers);
    // Another brand's supplier does not exist.
    for (const [type, fields] of [
      ['RecordSupply', { supplier_id: first, point_id: venue.point_id, amount: 1 }],
      ['PaySupplier', { supplier_id: first, amount: 1, account_id: money.bank }],
      ['RegisterSupplier', { id: first, name: 'X' }],
    ] as const) {
      expect(await send(type, fields)).toMatchObject({ status: 404, body: { code: 'supplier_not_found' } });
    }
  });
});

test('a supply is of the point’s today, or of a day that is given: at most 62 days back, never later', async () => {
  const supplier_id = await register();
  const dated = (date: string | null) => ({ supplier_id, point_id: venue.point_id, amount: 1, date });
  const days: unknown[] = [];
  for (const date of [null, '2026-03-02', '2025-12-30']) {
    const { supply_id } = (await send('RecordSupply', dated(date))).body.result;
    const { events } = (await venue.auditor.get(`/audit/v1/events?entity=supplier&entity_id=${supplier_id}`)).body;
    days.push(
      events.find((event: { data: object }) => (event.data as Row & { supply_id: number }).supply_id === supply_id).data
        .business_date,
    );
  }
  expect(days).toEqual(['2026-03-02', '2026-03-02', '2025-12-30']);
  for (const [date, code] of [
    ['2026-03-03', 'date_in_future'],
    ['2025-12-29', 'occurred_at_too_old'],
  ] as const) {
    const { status, body } = await send('ReturnSupply', dated(date));
    expect([status, body.code, body.message]).toEqual([400, code, expect.stringContaining('date')]);
  }
});

test('a key for some points reaches the supplies of those points alone', async () => {
  const { till, point_id, brand_id } = venue;
  const second = (await definePoint(till, { name: 'Sergeli' })).id;
  const supplier_id = await register();
  const supply_id = await supply('RecordSupply', supplier_id, 10);
  const terms = { audience: 'venue', name: 'bound', point_ids: [second], brand_id };
  const bound = await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key);
  expect(await send('CancelSupply', { supply_id }, bound)).toMatchObject({ status: 404 });
  expect(await send('RecordSupply', { supplier_id, point_id, amount: 1 }, bound)).toMatchObject({ status: 404 });
  expect(await send('RegisterSupplier', { name: 'X' }, bound)).toMatchObject({ status: 403 });
  expect((await send('RecordSupply', { supplier_id, point_id: second, amount: 1 }, bound)).status).toBe(200);
});
