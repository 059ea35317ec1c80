import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { ofMarch2, olap } from '../../support/reports/dataset-t.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let partner: HttpClient;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  other = await createVenue(app);
  partner = venue.partner;
});
afterAll(() => app.stop());

const PATHS = ['/v1/reports/olap', '/v1/reports/olap/details', '/v1/reports/olap/restatement'] as const;
const ask = (path: string, fields: object, client = partner) =>
  client.post(path, { ...ofMarch2(), as_of_from: 0, ...fields });

/** Body, code, and what the message names. */
const REFUSED: readonly [fields: object, code: string, ...says: string[]][] = [
  [{ kind: undefined }, 'field_required', 'kind'],
  [{ kind: 'weather' }, 'field_not_allowed', 'kind', 'deletions'],
  [{ date_from: undefined }, 'field_required', 'date_from'],
  [{ date_from: '2026-02-30' }, 'field_not_date', 'date_from'],
  [{ date_to: '2026-03-01' }, 'period_reversed', 'date_to'],
  [{ date_to: '2027-03-03' }, 'period_too_long', 'date_to', '366'],
  [{ point_id: 'x' }, 'field_not_uuid', 'point_id[0]'],
  [{ point_id: 7 }, 'field_invalid', 'point_id'],
  [{ measures: undefined }, 'field_required', 'measures'],
  [{ measures: [] }, 'field_empty', 'measures'],
  [{ measures: ['luck'] }, 'field_not_allowed', 'measures[0]'],
  [{ measures: ['net_amount', 'hours'] }, 'measure_unavailable', 'measures[1]', 'hours', 'sales'],
  [{ measures: ['net_amount', 'net_amount'] }, 'field_duplicate', 'measures[1]'],
  [{ measures: Array(21).fill('net_amount') }, 'field_too_long', 'measures'],
  [{ group_by: ['colour'] }, 'field_not_allowed', 'group_by[0]'],
  [{ group_by: ['date', 'cancel_cause'] }, 'grouping_unavailable', 'group_by[1]', 'cancel_cause', 'sales'],
  [{ group_by: ['date', 'date'] }, 'field_duplicate', 'group_by[1]'],
  [{ group_by: ['date', 'week', 'month', 'year', 'hour', 'point', 'shift', 'cheque'] }, 'field_too_long', 'group_by'],
  [
    { group_by: ['date', 'product'], measures: ['revenue'] },
    'measure_unavailable_with',
    'measures[0]',
    'group_by: product',
  ],
  [
    { measures: ['quantity', 'average_cheque'], filters: { menu_folder: { in: [1] } } },
    ...(['measure_unavailable_with', 'measures[1]', 'filters: menu_folder'] as const),
  ],
  [
    { filters: { revenue: { from: 1 }, product: { in: [1] } } },
    ...(['measure_unavailable_with', 'filters.revenue', 'filters: product'] as const),
  ],
  [{ filters: { colour: { in: [1] } } }, 'filter_unavailable', 'filters.colour'],
  [{ filters: { constructor: { in: [1] } } }, 'filter_unavailable', 'filters.constructor'],
  [{ filters: { hours: { from: 1 } } }, 'filter_unavailable', 'filters.hours'],
  [{ filters: { product: { in: ['x'] } } }, 'field_not_integer', 'filters.product.in[0]'],
  [{ filters: { product: { is: 5 } } }, 'field_unknown', 'filters.product.is'],
  [{ filters: { product: { from: 5 } } }, 'field_invalid', 'filters.product.from'],
  [{ filters: { net_amount: { in: [5] } } }, 'field_invalid', 'filters.net_amount.in'],
  [{ filters: { date: { from: 'monday' } } }, 'field_not_date', 'filters.date.from'],
  [{ filters: { product_type: { in: ['a\0'] } } }, 'field_not_text', 'filters.product_type.in[0]'],
  [{ order_by: ['revenue'] }, 'field_not_allowed', 'order_by[0]', 'net_amount'],
  [{ order_by: ['-date'] }, 'field_not_allowed', 'order_by[0]'],
  [{ limit: 0 }, 'field_too_small', 'limit'],
  [{ limit: 50_001 }, 'field_too_big', 'limit'],
];

describe.each(PATHS)('%s', (path) => {
  test.each(REFUSED)('an OLAP report refuses %j and names what is wrong', async (fields, code, ...says) => {
    const { status, body } = await ask(path, fields);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    for (const one of says) expect(body.message).toContain(one);
    if (code === 'field_not_allowed') expect(body.details.allowed).toEqual(expect.any(Array));
  });

  test('an OLAP report knows no moment to come', async () => {
    const field = path.endsWith('restatement') ? 'as_of_to' : 'as_of';
    for (const moment of ['2199-01-01T00:00:00Z', 999_999_999]) {
      const { status, body } = await ask(path, { [field]: moment });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'as_of_in_future' });
      expect(body.message).toContain(field);
    }
    expect(await ask(path, { [field]: 'yesterday' })).toMatchObject({
      status: 400,
      body: { code: 'field_not_moment' },
    });
  });

  test('an OLAP report knows only points of the key', async () => {
    const second = (await definePoint(venue.till)).id;
    const terms = { audience: 'partner', name: 'bound', permissions: ['reports'], point_ids: [second] };
    const bound = await app.client((await command(venue.till, 'IssueKey', terms)).api_key);
    for (const [client, point] of [
      [partner, other.point_id],
      [partner, `${venue.point_id},${other.point_id}`],
      [partner, '00000000-0000-4000-8000-000000000000'],
      [bound, venue.point_id],
    ] as const) {
      const answer = await ask(path, { point_id: point }, client);
      expect(answer).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
    }
    expect((await ask(path, { point_id: [second] }, bound)).status).toBe(200);
  });

  test('an OLAP report needs the permission', async () => {
    const terms = { audience: 'partner', name: 'plain', permissions: ['attendance'] };
    const plain = await app.client((await command(venue.till, 'IssueKey', terms)).api_key);
    expect(await ask(path, {}, plain)).toMatchObject({ status: 403, body: { code: 'no_access_to_reports' } });
  });
});

test.each([
  ['payments', { group_by: ['product'], measures: ['amount'] }, 'grouping_unavailable'],
  ['payments', { group_by: ['opened_hour'], measures: ['amount'] }, 'grouping_unavailable'],
  ['returns', { group_by: ['cheque'], measures: ['quantity'] }, 'grouping_unavailable'],
  ['returns', { group_by: ['product'], measures: ['total_amount'] }, 'measure_unavailable_with'],
  ['deletions', { group_by: ['product'], measures: ['deleted_cheques_count'] }, 'measure_unavailable_with'],
  ['labor', { group_by: ['hour'], measures: ['hours'] }, 'grouping_unavailable'],
  ['labor', { group_by: ['date', 'employee'], measures: ['revenue_per_hour'] }, 'measure_unavailable_with'],
  ['labor', { filters: { role: { in: ['cook'] } }, measures: ['revenue_per_hour'] }, 'measure_unavailable_with'],
])('a report of %s refuses %j', async (kind, fields, code) => {
  expect(await ask(PATHS[0], { kind, ...fields })).toMatchObject({ status: 400, body: { code } });
});

test('the details refuse a cell of other columns, and values of another type', async () => {
  const details = (cell: object) => ask(PATHS[1], { group_by: ['product', 'date'], cell });
  for (const [cell, code, field] of [
    [{ product: 5 }, 'field_not_allowed', 'cell.product'],
    [{ client_id: 5 }, 'field_not_allowed', 'cell.client_id'],
    [{ product_id: 'five' }, 'field_not_integer', 'cell.product_id'],
    [{ date: 'monday' }, 'field_not_date', 'cell.date'],
  ] as const) {
    const { status, body } = await details(cell);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(body.message).toContain(field);
  }
  expect((await ask(PATHS[1], { limit: 1_001 })).body).toMatchObject({ code: 'field_too_big' });
});

test('a restatement needs a moment to begin with, not after the one it ends with', async () => {
  const first = (await olap(partner, ofMarch2())).as_of.position;
  expect(await ask(PATHS[2], { as_of_from: undefined })).toMatchObject({
    status: 400,
    body: { code: 'field_required' },
  });
  const reversed = await ask(PATHS[2], { as_of_from: first, as_of_to: first - 1 });
  expect(reversed).toMatchObject({ status: 400, body: { code: 'period_reversed' } });
});
