// A database of its own: it asks for balances at each position of the whole log, and rebuilds read models.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, DAY } from '../../support/clock.ts';
import { type Counterparties, createCounterparties } from '../../support/counterparties.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue, definePoint, type TestVenue } from '../../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let money: Counterparties;
/** The position of the log before the first organization. */
let setUp: number;

beforeAll(async () => {
  // No other venues than these: reports are asked for at positions of the whole log.
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
  setUp = await app.tillstream.store.head();
  money = await createCounterparties(venue);
});
afterAll(() => app.stop());

const register = async (fields: object = {}): Promise<number> =>
  (await command(venue.till, 'RegisterOrganization', { name: 'Artel', ...fields })).organization_id;
const send = (type: string, body: object, client = venue.till) =>
  client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...body });

const report = async (query = '', as_of?: number | string) => {
  const at = as_of === undefined ? '' : `&as_of=${encodeURIComponent(as_of)}`;
  const { status, body } = await venue.partner.get(`/v1/reports/organizations?${query}${at}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const rowOf = async (organization_id: number, query = '', as_of?: number | string) =>
  (await report(query, as_of)).organizations.find(
    (row: { organization_id: number }) => row.organization_id === organization_id,
  );
const balanceOf = async (id: number, query = '', as_of?: number | string): Promise<number | undefined> =>
  (await rowOf(id, query, as_of))?.balance;

describe('the balance of an organization', () => {
  test('a balance is -100 000 - 80 000 + 60 000 + 20 000, and was what it was at each moment', async () => {
    const organization_id = await register({ opening_balance: -100_000 });
    const steps: { readonly position: number; readonly balance: number }[] = [];
    const expectNow = async (balance: number) => {
      expect(await balanceOf(organization_id)).toBe(balance);
      steps.push({ position: (await report()).as_of.position, balance });
    };
    await expectNow(-100_000);
    const order_id = await money.owe(organization_id, 80_000);
    await expectNow(-180_000);
    await money.pay(organization_id, 60_000);
    await expectNow(-120_000);
    await money.setOff(order_id, 20_000);
    await expectNow(-100_000);
    for (const { position, balance } of steps) expect(await balanceOf(organization_id, '', position)).toBe(balance);
    expect(await balanceOf(organization_id, '', 0)).toBeUndefined();
  });

  test('a reopened cheque is owed no more, and is owed again when it is closed', async () => {
    const organization_id = await register();
    const order_id = await money.owe(organization_id, 5_000);
    await command(venue.till, 'ReopenCheque', { order_id, reason: 'x' });
    expect(await balanceOf(organization_id)).toBe(0);
    await command(venue.till, 'CloseCheque', money.closing(order_id, 5_000));
    expect(await balanceOf(organization_id)).toBe(-5_000);
  });

  test('a cancelled payment counts no more, and is in no list', async () => {
    const organization_id = await register();
    const { id: movement_id } = await money.pay(organization_id, 7_000);
    expect(await balanceOf(organization_id)).toBe(7_000);
    await command(venue.till, 'CancelMovement', { movement_id });
    expect(await balanceOf(organization_id)).toBe(0);
    expect((await payments(`organization_id=${organization_id}`)).payments).toEqual([]);
  });

  test('totals are debts and what was paid ahead, and only_debt keeps the debtors', async () => {
    const other = await createVenue(app);
    const theirs = (type: string, fields: object) => command(other.till, type, { ...fields });
    for (const [name, opening_balance] of [
      ['A', -700],
      ['B', 300],
      ['C', 0],
      ['D', -50],
      ['E', 20],
    ] as const) {
      await theirs('RegisterOrganization', { name, opening_balance });
    }
    const { body } = await other.partner.get('/v1/reports/organizations');
    expect(body).toMatchObject({ count: 5, totals: { debt: 750, prepaid: 320 } });
    expect(body.organizations.map(({ name }: { name: string }) => name)).toEqual(['A', 'B', 'C', 'D', 'E']);
    const debtors = (await other.partner.get('/v1/reports/organizations?only_debt=true')).body;
    expect(debtors).toMatchObject({ count: 2, totals: { debt: 750, prepaid: 0 } });
    expect(debtors.organizations.map(({ name }: { name: string }) => name)).toEqual(['A', 'D']);
  });

  test('at a point only its entries count, and an opening balance that was given it', async () => {
    const { till, point_id } = venue;
    const second = (await definePoint(till, { name: 'Sergeli' })).id;
    const organization_id = await register({ opening_balance: -1_000 });
    const here = await register({ opening_balance: -2_000, point_id });
    await money.owe(organization_id, 500);
    await money.owe(here, 500);
    expect([await balanceOf(organization_id), await balanceOf(here)]).toEqual([-1_500, -2_500]);
    const at = `point_id=${point_id}`;
    expect([await balanceOf(organization_id, at), await balanceOf(here, at)]).toEqual([-500, -2_500]);
    const there = `point_id=${second}`;
    expect([await balanceOf(organization_id, there), await balanceOf(here, there)]).toEqual([0, 0]);
    const both = `point_id=${point_id},${second}`;
    expect(await balanceOf(here, both)).toBe(-2_500);
    // A key for some points sees what counts there.
    const terms = { audience: 'partner', name: 'bound', permissions: ['reports'], point_ids: [second] };
    const bound = await app.client((await command(till, 'IssueKey', terms)).api_key);
    const { body } = await bound.get('/v1/reports/organizations');
    expect(body.organizations.find((row: { organization_id: number }) => row.organization_id === here).balance).toBe(0);
    expect((await bound.get(`/v1/reports/organizations?${at}`)).status).toBe(404);
  });

  test('an opening balance is corrected by another, and stays if none is given', async () => {
    const organization_id = await register({ opening_balance: -1_000 });
    const { position } = (await report()).as_of;
    await register({ id: organization_id, debt_limit: 5 });
    expect(await balanceOf(organization_id)).toBe(-1_000);
    await register({ id: organization_id, opening_balance: -400 });
    expect(await balanceOf(organization_id)).toBe(-400);
    expect(await balanceOf(organization_id, '', position)).toBe(-1_000);
  });
});

describe('the details of an organization', () => {
  test('an organization shows its details, region and district, at its local time', async () => {
    const region = (await command(venue.till, 'DefineRegion', { name: 'Samarkand' })).id;
    const district = (await command(venue.till, 'DefineDistrict', { region_id: region, name: 'Urgut' })).id;
    const organization_id = await register({
      name: 'Navoiy zavod',
      short_name: 'NZ',
      tin: '301',
      phone: '+998 71 200-00-00',
      address: 'Navoiy 1',
      district_id: district,
      is_own_point: true,
      debt_limit: 0,
    });
    expect(await rowOf(organization_id)).toEqual({
      organization_id,
      name: 'Navoiy zavod',
      short_name: 'NZ',
      tin: '301',
      phone: '+998712000000',
      address: 'Navoiy 1',
      region_id: region,
      region_name: 'Samarkand',
      district_id: district,
      district_name: 'Urgut',
      is_own_point: true,
      debt_limit: 0,
      balance: 0,
      created_at: expect.stringMatching(/^2026-03-02 \d\d:\d\d:\d\d$/),
    });
    // What is left out of a replacement is gone.
    await register({ id: organization_id, name: 'NZ' });
    expect(await rowOf(organization_id)).toMatchObject({ short_name: null, region_id: null, is_own_point: false });
  });

  test('a region and a district must be of the brand, and of each other', async () => {
    const define = async (type: string, fields: object): Promise<number> =>
      (await command(venue.till, type, { ...fields })).id;
    const [one, two] = [await define('DefineRegion', { name: 'A' }), await define('DefineRegion', { name: 'B' })];
    const district_id = await define('DefineDistrict', { region_id: one, name: 'C' });
    for (const [fields, field, code] of [
      [{ region_id: 999_999 }, 'region_id', 'region_not_found'],
      [{ district_id: 999_999 }, 'district_id', 'district_not_found'],
      [{ region_id: two, district_id }, 'district_id', 'district_not_found'],
    ] as const) {
      const { status, body } = await send('RegisterOrganization', { name: 'X', ...fields });
      expect([status, body.code, body.message]).toEqual([400, code, expect.stringContaining(field)]);
    }
    expect((await send('RegisterOrganization', { id: 999_999, name: 'X' })).status).toBe(404);
  });

  test('a cheque is assigned to organizations of the brand alone', async () => {
    const other = await createVenue(app);
    const foreign = (await command(other.till, 'RegisterOrganization', { name: 'Theirs' })).organization_id;
    const order_id = await money.open(1, null);
    for (const organization_id of [foreign, 999_999]) {
      const { status, body } = await send('AssignCheque', { order_id, organization_id });
      expect([status, body.code, body.message]).toEqual([
        ...[400, 'organization_not_found', expect.stringContaining('organization_id')],
      ]);
      const paid = { organization_id, point_id: venue.point_id, amount: 1, source: 'bank', account_id: money.bank };
      expect(await send('ReceiveOrganizationPayment', paid)).toMatchObject({ status: 404 });
    }
  });
});

describe('the debt limit of an organization', () => {
  test('a debt may be as high as the limit, and the answer says why it may not be higher', async () => {
    const organization_id = await register({ debt_limit: 150_000 });
    await money.owe(organization_id, 50_000);
    const tooMuch = await money.open(100_001, organization_id);
    const { status, body } = await send('CloseCheque', money.closing(tooMuch, 100_001));
    expect([status, body.code]).toEqual([409, 'debt_limit_exceeded']);
    expect(body.details).toEqual({ limit: 150_000, debt: 50_000, amount: 100_001 });
    expect(body.message).toMatch(/150000.*50000.*100001/);
    await money.owe(organization_id, 100_000);
    expect(await balanceOf(organization_id)).toBe(-150_000);
    // Paid in cash for the other part, it may be closed.
    await money.pay(organization_id, 30_001);
    const { cash, cashier_id } = venue;
    const payments = [
      { payment_type_id: money.debt, amount: 30_001 },
      { payment_type_id: cash, amount: 70_000 },
    ];
    await command(venue.till, 'CloseCheque', { order_id: tooMuch, cashier_id, payments });
    expect(await balanceOf(organization_id)).toBe(-150_000);
  });

  test('a refused closing uses up no limit and no number, and so does one without an open shift', async () => {
    const organization_id = await register({ debt_limit: 1_000 });
    const [order_id, another] = [await money.open(600, organization_id), await money.open(600, organization_id)];
    const refused = await send('CloseCheque', { ...money.closing(order_id, 600), payments: [] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'payments_differ_from_total' } });
    await command(venue.till, 'CloseShift', { shift_id: money.shift_id, leave_open: true });
    const shut = await send('CloseCheque', money.closing(order_id, 600));
    expect(shut).toMatchObject({ status: 409, body: { code: 'shift_not_open' } });
    const { point_id, cashier_id } = venue;
    money = { ...money, shift_id: (await command(venue.till, 'OpenShift', { point_id, cashier_id })).shift_id };
    expect((await send('CloseCheque', money.closing(another, 600))).status).toBe(200);
    expect(await send('CloseCheque', money.closing(order_id, 600))).toMatchObject({
      status: 409,
      body: { code: 'debt_limit_exceeded' },
    });
    // A reopened cheque gives its part of the limit back at once, and so do goods that came back.
    await command(venue.till, 'ReopenCheque', { order_id: another, reason: 'x' });
    expect((await send('CloseCheque', money.closing(order_id, 600))).status).toBe(200);
    await money.setOff(order_id, 200);
    expect((await send('CloseCheque', money.closing(another, 600))).status).toBe(200);
    expect(await balanceOf(organization_id)).toBe(-1_000);
  });

  test('a repeated closing charges once', async () => {
    const organization_id = await register({ debt_limit: 1_000 });
    const order_id = await money.open(900, organization_id);
    const body = { command_id: randomUUID(), ...money.closing(order_id, 900) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('CloseCheque', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await balanceOf(organization_id)).toBe(-900);
    const { events } = (await venue.auditor.get(`/audit/v1/events?entity=organization&entity_id=${organization_id}`))
      .body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['OrganizationRegistered', 'OrganizationCharged']);
  });

  test('debt without an organization is of the employee who is named, and of nobody else', async () => {
    const { till, auditor, cashier_id } = venue;
    const position = { role: 'waiter', role_name: 'Waiter', position_id: 2, position_name: 'Waiter' };
    const hire = async (name: string): Promise<number> =>
      (await command(till, 'HireEmployee', { login: name, name, ...position })).employee_id;
    const [cook, gone] = [await hire('Bek'), await hire('Aziza')];
    await command(till, 'DismissEmployee', { employee_id: gone });
    const owed = { payment_type_id: money.debt, amount: 50 };
    const inCash = { payment_type_id: venue.cash, amount: 50 };
    const order_id = await money.open(100, null);
    const refused = async (debt: object) => {
      const { status, body } = await send('CloseCheque', { order_id, cashier_id, payments: [inCash, debt] });
      return [status, body.code, body.message];
    };
    const field = expect.stringContaining('payments[1].employee_id');
    expect(await refused(owed)).toEqual([400, 'debtor_required', field]);
    expect(await refused({ ...owed, employee_id: 999_999 })).toEqual([400, 'employee_not_found', field]);
    expect(await refused({ ...owed, employee_id: gone })).toEqual([400, 'employee_dismissed', field]);
    await command(till, 'CloseCheque', { order_id, cashier_id, payments: [inCash, { ...owed, employee_id: cook }] });
    const { events } = (await auditor.get(`/audit/v1/orders/${order_id}/history`)).body;
    const debtors = events
      .at(-1)
      .data.payments.map((it: { debtor_employee_id: number | null }) => it.debtor_employee_id);
    expect(debtors).toEqual([null, cook]);
  });
});

const payments = async (query: string, headers: Record<string, string> = {}) => {
  const whole = `/v1/reports/organization-payments?date_from=2026-03-01&date_to=2026-05-31&${query}`;
  const { status, body } = await venue.partner.get(whole, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe('payments of organizations', () => {
  test('a payment is listed with its account or shift, and added up by source', async () => {
    const { point_id, cash } = venue;
    const branch = await register({ name: 'Branch', is_own_point: true });
    const first = await money.pay(branch, 5_000, { note: 'March', payment_type_id: venue.card });
    clock.move(1_000);
    const { shift_id } = money;
    const inDrawer = { source: 'cashbox', account_id: null, shift_id, is_internal: false };
    const second = await money.pay(branch, 700, inDrawer);
    const body = await payments(`organization_id=${branch}`);
    expect(body.totals).toEqual({
      count: 2,
      amount: 5_700,
      by_source: [
        { source: 'cashbox', count: 1, amount: 700 },
        { source: 'bank', count: 1, amount: 5_000 },
      ],
    });
    const place = { point_id, point_name: 'Chorsu', business_date: '2026-03-02' };
    expect(body.payments).toEqual([
      {
        payment_id: first.id,
        ...place,
        created_at: expect.stringMatching(/^2026-03-02 /),
        organization_id: branch,
        organization_name: 'Branch',
        amount: 5_000,
        source: 'bank',
        account_id: money.bank,
        account_name: 'Main account',
        shift_id: null,
        is_internal: true,
        note: 'March',
        payment_type_id: venue.card,
        payment_type_name: 'Card',
        payment_category_id: 2,
      },
      {
        payment_id: second.id,
        ...place,
        created_at: expect.stringMatching(/^2026-03-02 /),
        organization_id: branch,
        organization_name: 'Branch',
        amount: 700,
        source: 'cashbox',
        account_id: null,
        account_name: null,
        shift_id,
        is_internal: false,
        note: null,
        payment_type_id: cash,
        payment_type_name: 'Cash',
        payment_category_id: 1,
      },
    ]);
    expect(await balanceOf(branch)).toBe(5_700);
  });

  test('a source must be that of the account, or the drawer of a shift', async () => {
    const organization_id = await register();
    const { point_id } = venue;
    for (const register of [
      { source: 'safe', account_id: money.bank },
      { source: 'bank', shift_id: money.shift_id },
      { source: 'cashbox', account_id: money.bank },
    ]) {
      const { status, body } = await send('ReceiveOrganizationPayment', {
        organization_id,
        point_id,
        amount: 1,
        ...register,
      });
      expect([status, body.code, body.message]).toEqual([400, 'source_differs', expect.stringContaining('source')]);
    }
    expect(await balanceOf(organization_id)).toBe(0);
  });

  test('another brand’s organization is not found', async () => {
    const other = await createVenue(app);
    const foreign = (await command(other.till, 'RegisterOrganization', { name: 'Theirs' })).organization_id;
    const period = 'date_from=2026-03-01&date_to=2026-03-31';
    for (const id of [foreign, 999_999]) {
      const answer = await venue.partner.get(`/v1/reports/organization-payments?${period}&organization_id=${id}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'organization_not_found' } });
    }
    const long = await venue.partner.get('/v1/reports/organization-payments?date_from=2026-03-01&date_to=2026-06-01');
    expect(long.status).toBe(400);
    const other_body = (await other.partner.get('/v1/reports/organizations')).body;
    expect(other_body.organizations.map(({ name }: { name: string }) => name)).toEqual(['Theirs']);
  });

  test('rows alone are the rows of the whole answer', async () => {
    const csv = await venue.partner.get('/v1/reports/organizations?only_debt=true', { accept: 'text/csv' });
    const json = await report('only_debt=true');
    const lines = String(csv.body).trim().split('\r\n');
    expect(lines[0]).toBe(Object.keys(json.organizations[0]).toSorted(byColumn).join(','));
    expect(lines).toHaveLength(json.count + 1);
    const path = '/v1/reports/organization-payments?date_from=2026-03-01&date_to=2026-03-31';
    const ndjson = await venue.partner.get(path, { accept: 'application/x-ndjson' });
    const rows = String(ndjson.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toEqual((await venue.partner.get(path)).body.payments);
  });
});

const COLUMNS =
  `organization_id name short_name tin phone address region_id region_name district_id district_name is_own_point
  debt_limit created_at balance`.split(/\s+/);
const byColumn = (one: string, other: string): number => COLUMNS.indexOf(one) - COLUMNS.indexOf(other);

test('every balance that was ever known comes back from a rebuild', async () => {
  clock.move(DAY);
  const positions = (await app.tillstream.store.readAll(setUp, 10_000)).map(({ position }) => position);
  const some = [setUp, ...positions.filter((_, index) => index % 4 === 0)];
  const all = async (): Promise<string[]> => {
    const versions: string[] = [];
    for (const at of some) versions.push(JSON.stringify(await report('', at)));
    return versions;
  };
  const before = await all();
  const options = { store: app.tillstream.store, url: app.databaseUrl, projections: allProjections };
  const tables = (await rebuild(options, ['counterparties', 'names'])).flatMap((report) => report.tables);
  expect(tables.filter(({ equal }) => !equal)).toEqual([]);
  expect(await all()).toEqual(before);
}, 60_000);
