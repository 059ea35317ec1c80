import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvHead, csvRows } from '../../src/api/partner/exports-csv.ts';
import { chequeLineRow, exportedCheque, exportedReturn } from '../../src/api/partner/exports-schema.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
const clock = createClock();
const TODAY = 'date_from=2026-03-02&date_to=2026-03-02';
const ROWS = { cheques: exportedCheque, 'cheque-lines': chequeLineRow, returns: exportedReturn };
type What = keyof typeof ROWS;
const PATHS = Object.keys(ROWS) as What[];
/** Of the list in the answer. */
const nameOf = (what: What) => what.replace('-', '_');

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, point_id, cashier_id, cash, products, category_id } = venue;
  await command(till, 'DefineProduct', {
    id: products.tea,
    type: 'product',
    category_id,
    name: '=1+1, "Чай"\nзелёный',
    base_price: 8_000,
  });
  await command(till, 'OpenShift', { point_id, cashier_id });
  for (const external_id of ['-7', '@home', 'plain', '+998', '\tx']) {
    const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue, { external_id }))).body;
    const payments = [{ payment_type_id: cash, amount: 98_000 }];
    await command(till, 'CloseCheque', { order_id, cashier_id, payments });
    const { items } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
    const lines = [
      { line_id: items[0].line_id, quantity: 1 },
      { line_id: items[1].line_id, quantity: 1 },
    ];
    await command(till, 'ReturnGoods', { order_id, payment_type_id: cash, lines });
  }
});
afterAll(() => app.stop());

const get = (what: What, accept: string, query = TODAY): Promise<HttpAnswer> =>
  venue.partner.get(`/v1/export/${what}?${query}`, { accept });

const rowsOf = async (what: What, query?: string) => (await get(what, 'application/json', query)).body[nameOf(what)];

/** RFC 4180, read back by a reader of the test's own. */
const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
};

describe.each(PATHS)('/export/%s', (what) => {
  test('an export has the fields of the contract in its order, and many rows', async () => {
    const rows = await rowsOf(what);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(ROWS[what].shape));
  });

  test('an export as NDJSON has the same records, one on each line, with the cursor in headers', async () => {
    const rows = await rowsOf(what);
    const { headers, body, status } = await get(what, 'application/x-ndjson');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(body.endsWith('\n')).toBe(true);
    expect(
      body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line)),
    ).toEqual(rows);
    expect([headers.get('x-has-more'), headers.get('x-next-after-id')]).toEqual(['false', String(rows.at(-1).id)]);
    expect(headers.get('vary')).toContain('Accept');
    const part = await get(what, 'application/x-ndjson', `${TODAY}&limit=2`);
    expect(part.headers.get('x-has-more')).toBe('true');
    expect(part.headers.get('x-next-after-id')).toBe(String(rows[1].id));
    const nothing = await get(what, 'application/x-ndjson', 'date_from=2020-01-01&date_to=2020-01-01&after_id=7');
    expect([nothing.body, nothing.headers.get('x-next-after-id')]).toEqual(['', '7']);
  });

  test('an export as CSV has the same records, with a header and no formulas', async () => {
    const rows = await rowsOf(what);
    const { headers, body } = await get(what, 'text/csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...cells] = parseCsv(body);
    expect(head).toEqual(Object.keys(ROWS[what].shape));
    expect(cells).toEqual(
      rows.map((row: Record<string, unknown>) =>
        Object.values(row).map((value) => {
          if (value === null) return '';
          if (typeof value === 'object') return JSON.stringify(value).replaceAll('"=', '"\'=');
          return typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
        }),
      ),
    );
    expect([headers.get('x-has-more'), headers.get('x-next-after-id')]).toEqual(['false', String(rows.at(-1).id)]);
    const nothing = await get(what, 'text/csv', 'date_from=2020-01-01&date_to=2020-01-01');
    expect(nothing.body).toBe(`${head!.join(',')}\r\n`);
  });

  test.each([
    ...['text/csv; charset=utf-8', 'text/csv;charset=UTF-8;q=0.9, application/json;q=0.5', 'text/csv; header=present'],
    ...['text/csv; x="a, \\"b;q=0"', 'application/json;q=0.1, text/*; level=1', 'TEXT/CSV;Charset=utf-8'],
  ])('an export is CSV for a client that accepts "%s"', async (accept) => {
    expect((await get(what, accept)).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  test('an export is JSON for a client that accepts anything, and so are errors', async () => {
    for (const accept of [
      ...['*/*', 'application/json', 'text/html', 'text/csv;q=0.5, application/json'],
      ...['text/csv; charset=utf-8; q=0', 'text/csv; charset=utf-8; q=0.5, application/json; charset=utf-8'],
    ]) {
      expect((await get(what, accept)).headers.get('content-type')).toContain('application/json');
    }
    expect(await get(what, 'text/csv', 'date_from=2026-03-01')).toMatchObject({
      status: 400,
      body: { code: 'field_required' },
    });
  });
});

test('returns are exported by their own day, with their lines', async () => {
  const { cash, point_id, products } = venue;
  const [first] = await rowsOf('returns');
  const lines = (await rowsOf('cheque-lines')).filter(
    (line: { cheque_id: number }) => line.cheque_id === first.cheque_id,
  );
  expect(first).toEqual({
    id: expect.any(Number),
    cheque_id: expect.any(Number),
    point_id,
    document_number: 1,
    created_at: '2026-03-02 14:00:00',
    business_date: '2026-03-02',
    total_amount: 53_000,
    service_amount: 0,
    delivery_amount: 0,
    refunded_amount: 53_000,
    debt_amount: 0,
    payment_type_id: cash,
    payment_type_name: 'Cash',
    returned_by_account_id: null,
    returned_by_name: null,
    lines: [
      {
        cheque_line_id: lines[0].id,
        product_id: products.plov,
        product_name: 'Plov',
        quantity: 1,
        price: 45_000,
        amount: 45_000,
        cost: null,
      },
      {
        cheque_line_id: lines[2].id,
        product_id: products.tea,
        product_name: '=1+1, "Чай"\nзелёный',
        quantity: 1,
        price: 8_000,
        amount: 8_000,
        cost: null,
      },
    ],
  });
  expect(lines.map((line: { returned_quantity: number }) => line.returned_quantity)).toEqual([1, 0, 1]);
});

test('CSV cells that look like formulas are neutralised, all others are left alone', () => {
  const values = [
    '=A1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    'a=b',
    '',
    'a,b',
    'a"b',
    'a\nb',
    ' =A1',
    -5,
    0.35,
    null,
    [1],
  ];
  const form = { separator: ',', bom: false } as const;
  const rows = values.map((v) => ({ v }));
  const csv = csvHead(form, ['v']) + csvRows(form, ['v'], rows);
  expect(csv.split('\r\n')).toEqual(
    [
      ...[
        'v',
        "'=A1",
        "'+1",
        "'-1",
        "'@x",
        `"'\tx"`,
        `"'`,
        `x"`,
        `"'\n'=1"`,
        "'＝1",
        "'＋1",
        "'－1",
        "'＠x",
        'a=b',
        '',
        '"a,b"',
        '"a""b"',
        '"a\nb"',
        "' =A1",
      ],
      ...['-5', '0.35', '', '[1]', ''],
    ].flatMap((cell) => (cell === `"'` ? [] : cell === `x"` ? [`"'\rx"`] : [cell])),
  );
});
