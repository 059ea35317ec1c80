import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { bundled } from '../../support/bundle.ts';
import { createClock, DAY } from '../../support/clock.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let key: string;
const clock = createClock('2026-03-02T05:00:00.000Z');

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, point_id, cashier_id, cash, products } = venue;
  const terms = { audience: 'partner', name: 'reports', permissions: ['reports'] };
  key = (await command(till, 'IssueKey', terms)).api_key;
  await command(till, 'DefineMenuFolder', { name: 'Bar\u001b[31m', parent_id: null });
  await command(till, 'OpenShift', { point_id, cashier_id });
  for (let week = 0; week < 4; week++) {
    const items = [{ product_id: products.tea, quantity: 150 }];
    const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items });
    const payments = [{ payment_type_id: cash, amount: 1_200_000 }];
    await command(till, 'CloseCheque', { order_id, cashier_id, payments });
    clock.move(7 * DAY);
  }
});
afterAll(() => app.stop());

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

const report = async (args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> => {
  const script = await bundled('src/cli/report.ts');
  return new Promise((resolve) => {
    const set = { ...process.env, TILLSTREAM_URL: app.url, TILLSTREAM_API_KEY: key, ...env };
    execFile(process.execPath, [script, ...args], { env: set }, (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, error: said }),
    );
  });
};

/** Without the spaces that fill a table's columns. */
const lines = (text: string): string[] => text.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim());

test('a report is printed as a table for a spreadsheet, as the API answers it', async () => {
  const query = ['organizations', '--csv', '--separator', ';', '--bom'];
  const partner = await app.client(key);
  const plain = await partner.get('/v1/reports/organizations', { accept: 'text/csv' });
  const { code, out } = await report(query);
  expect({ code, out }).toEqual({ code: 0, out: `\ufeff${plain.body.replaceAll(',', ';')}` });
  const olap = ['olap', '--csv', '--from', '2026-03-01', '--to', '2026-03-31', '--measures', 'revenue'];
  expect((await report(olap)).out).toBe('revenue\r\n4800000\r\n');
  const refused = await report(['organizations', '--csv', '--separator', '|']);
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('separator') });
});

test('the classes of products are printed as tables', async () => {
  const { code, out } = await report(['abc-xyz', '--from', '2026-03-01', '--to', '2026-03-31', '--x-max', '5']);
  expect(code).toBe(0);
  expect(lines(out)[0]).toBe('2026-03-02 to 2026-03-29: 4 weeks');
  expect(lines(out)).toContain('│ A │ 1 │ 0 │ 0 │');
  expect(lines(out)).toContain('│ AX │ Tea │ 600 │ 4 800 000 │ │ 100 │ 100 │ 150 │ 0 │ 0 │');
  expect(lines(out).at(-2)).toMatch(/^rows: 1, as of position \d+ \(20/);
});

test('sales are printed in any grouping, with totals, for points and as of a moment', async () => {
  const march = ['--from', '2026-03-01', '--to', '2026-03-31'];
  const asked = ['olap', '--group-by', 'date,product', '--measures', 'net_amount,quantity', ...march];
  const { code, out } = await report([...asked, '--point', venue.point_id, '--order-by=-date', '--limit', '2']);
  expect(code).toBe(0);
  expect(lines(out).slice(3, 7)).toEqual([
    '│ 2026-03-23 │ Tea │ 1 200 000 │ 150 │',
    '│ 2026-03-16 │ Tea │ 1 200 000 │ 150 │',
    expect.stringMatching(/^├/),
    '│ total │ │ 4 800 000 │ 600 │',
  ]);
  expect(lines(out).at(-2)).toMatch(/^rows: 2 \(there are more\), as of position/);
  const before = await report([...asked, '--as-of', '0']);
  expect(lines(before.out).at(-2)).toBe('rows: 0, as of position 0');
  expect(await report([...asked, '--kind', 'gifts'])).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^Field kind must be one of[^\n]*\n$/),
  });
});

test('the products are printed with what each point takes', async () => {
  const { code, out } = await report(['products', '--search', 'TEA', '--point', venue.point_id]);
  expect(code).toBe(0);
  expect(lines(out)).toContain(`│ ${venue.products.tea} │ Tea │ Dish │ │ Chorsu │ 8 000 │ │ │ yes │ │`);
  const none = await report(['products', '--as-of', '0']);
  expect(lines(none.out).at(-2)).toBe('rows: 0, as of position 0');
});

test('the menu folders are printed, and no name steers the terminal', async () => {
  const { code, out } = await report(['menu-folders', '--url', app.url, '--api-key', key], {
    TILLSTREAM_API_KEY: 'no',
  });
  expect(code).toBe(0);
  expect(out).toContain('│ Bar [31m │ yes    │');
});

test('shifts are printed with their money, and movements with their totals', async () => {
  const { till, point_id } = venue;
  const expense = { direction: 'minus', amount: 40_000, operation: 'expense', note: 'ice' };
  const moved = await command(till, 'MoveMoney', { point_id, register: 'shift', ...expense });
  const open = await report(['shifts', '--state', 'open', '--point', point_id]);
  expect(open.code).toBe(0);
  expect(lines(open.out)).toContain('│ Chorsu │ 1 │ Cash │ │ plus │ 4 800 000 │');
  expect(lines(open.out).at(-2)).toMatch(/^rows: 1, as of position/);
  const days = ['--from', '2026-03-01', '--to', '2026-04-10'];
  const single = lines((await report(['money-movements', ...days])).out);
  expect(single).toContain('│ cashbox │ 0 │ 40 000 │ 1 │');
  expect(single).toContain(
    `│ 2026-03-30 │ 2026-03-30 10:00:00 │ Chorsu │ ${moved.id} │ cashbox │ │ minus │ expense │ │ 40 000 │ ice │`,
  );
  const grouped = lines((await report(['money-movements', ...days, '--group-by', 'purpose'])).out);
  expect(grouped).toContain('│ cashbox │ minus │ expense │ │ 1 │ 40 000 │');
  const none = await report(['money-movements', ...days, '--source', 'bank']);
  expect(lines(none.out).at(-2)).toMatch(/^rows: 0, as of/);
});

test('organizations, their payments, suppliers and registrations are printed', async () => {
  const { till, point_id } = venue;
  const { id: organization_id } = await command(till, 'RegisterOrganization', {
    name: 'Infocom',
    opening_balance: -500,
  });
  const { id: account_id } = await command(till, 'DefineAccount', { source: 'bank', code: 'B', name: 'Bank' });
  const paid = { organization_id, point_id, amount: 200, source: 'bank', account_id };
  await command(till, 'ReceiveOrganizationPayment', paid);
  const { id: supplier_id } = await command(till, 'RegisterSupplier', { name: 'Meat', opening_balance: 70 });
  const printed = async (...asked: string[]) => {
    const { code, out, error } = await report(asked);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    return lines(out);
  };
  const owed = await printed('organizations', '--debtors');
  expect(owed).toContain(`│ ${organization_id} │ Infocom │ │ │ │ -300 │`);
  expect(owed).toContain('│ 300 │ 0 │');
  expect(await printed('suppliers')).toContain(`│ ${supplier_id} │ Meat │ │ │ 70 │`);
  expect((await printed('suppliers', '--debtors')).at(-2)).toMatch(/^rows: 0, as of position/);
  const days = ['--from', '2026-03-01', '--to', '2026-04-10'];
  const payments = await printed('organization-payments', ...days, '--organization', String(organization_id));
  expect(payments).toContain('│ bank │ 1 │ 200 │');
  expect(payments).toContain('│ 2026-03-30 │ Chorsu │ Infocom │ 200 │ bank │ Bank │ │ │');
  const registered = await printed('registrations', ...days, '--group-by', 'date');
  expect(registered).toContain('│ 2026-03-30 │ 0 │ 1 │');
});

test.each([
  [['shifts'], 'Field date_from is required'],
  [['abc-xyz', '--to', '2026-03-31'], "error: required option '--from <date>' not specified"],
  [['abc-xyz', '--from', '2026-03-20', '--to', '2026-03-31'], 'The period is too short: it must have at least 4'],
  [['products', '--as-of', '2999-01-01T00:00:00Z'], 'The moment must not be later than now: as_of'],
  [['products', '--types', 'dish'], 'types'],
  [['products', '--colour', 'red'], "error: unknown option '--colour'"],
  [['sales'], "error: unknown command 'sales'"],
  [['products', '--api-key', 'wrong'], 'The API key is unknown, revoked or has expired'],
  [['products', '--url', 'nowhere'], 'nowhere is no address like http://127.0.0.1:8080'],
  [['products', '--url', 'http://127.0.0.1:1'], 'http://127.0.0.1:1 does not answer: is Tillstream running there?'],
])('%j is refused with one clear line', async (args, line) => {
  const { code, out, error } = await report(args);
  expect(error).toContain(line);
  expect(error.trim().split('\n')).toHaveLength(1);
  expect({ code, out }).toEqual({ code: 1, out: '' });
});

test('a server that is not of this program is told from one that is', async () => {
  const answering = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const web = await answering((_request, response) => response.end('<html>'));
  expect(await report(['products', '--url', web])).toMatchObject({
    code: 1,
    error: `${web} answered something that is not of Tillstream\n`,
  });
  const other = await answering((_request, response) => response.end('{"access_token":"x","items":5}'));
  expect(await report(['products', '--url', other])).toMatchObject({
    code: 1,
    error: 'The answer has another form: are the server and this command of one version?\n',
  });
});
