// A database of its own: it writes 50 000 cheques into a read model by hand.

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FIRST_DAY, lastDay, storeCheques } from '../../../bench/fixtures/stored-cheques.ts';
import type { TestApp } from '../../support/app.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';

const CHEQUES = 50_010;
let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await startVenueApp();
  venue = await createVenue(app);
  const { brand_id, point_id } = venue;
  await storeCheques(app.tillstream.pool, { brand_id, point_ids: [point_id], cheques: CHEQUES, linesEach: 1 });
});
afterAll(() => app.stop());

const ask = (fields: object, accept = 'application/json') =>
  venue.partner.post(
    '/v1/reports/olap',
    { kind: 'sales', date_from: FIRST_DAY, date_to: lastDay(CHEQUES), measures: ['revenue'], ...fields },
    { accept },
  );

test('a report of more than 50 000 rows is refused, and so are so many subtotals; a limit is answered', async () => {
  const refused = { status: 400, body: { code: 'report_too_large', message: expect.stringContaining('50000') } };
  expect(await ask({ group_by: ['cheque'] })).toMatchObject(refused);
  expect(await ask({ group_by: ['cheque'] }, 'text/csv')).toMatchObject(refused);
  expect(await ask({ group_by: ['cheque', 'date'], subtotals: true, limit: 1 })).toMatchObject(refused);
  const { status, body } = await ask({ group_by: ['cheque'], limit: 50_000 });
  expect(status).toBe(200);
  expect([body.rows.length, body.rows_count, body.has_more]).toEqual([50_000, 50_000, true]);
  expect(body.totals).toEqual({ revenue: CHEQUES * 98_000 });
  const csv = await ask({ group_by: ['cheque'], limit: 50_000 }, 'text/csv');
  expect(csv.body.split('\r\n')).toHaveLength(50_002);
  // The connection is whole: the next report has it.
  expect((await ask({})).body.rows).toEqual([{ revenue: CHEQUES * 98_000 }]);
});

test('groups are counted first, unless what there is to group by is known to make few', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const isCounted = async (group_by: readonly string[]) => {
    asked.mockClear();
    const { status } = await ask({ group_by });
    const texts = asked.mock.calls.map(([query]) => JSON.stringify(query));
    return [status, texts.some((text) => text.includes('select count(*) from (select 1 from'))];
  };
  expect(await isCounted(['date', 'hour'])).toEqual([200, false]);
  expect(await isCounted(['client', 'date', 'hour'])).toEqual([400, true]);
  asked.mockRestore();
});
