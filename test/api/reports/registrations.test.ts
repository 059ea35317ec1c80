import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, DAY, MINUTE } from '../../support/clock.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let afterFirstDay: number;

const order = (phone: string) => venue.partner.post('/v1/orders', orderBody(venue, { client: { phone } }));
const organization = (fields: object = {}) => command(venue.till, 'RegisterOrganization', { name: 'A', ...fields });

const read = async (query: string, client: HttpClient = venue.partner, headers: Record<string, string> = {}) =>
  client.get(`/v1/reports/registrations?${query}`, headers);
const report = async (query: string) => {
  const { status, body } = await read(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const row = (period: object, new_clients: number, new_organizations: number) => ({
  ...period,
  new_clients,
  new_organizations,
});

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  // It is 09:00 of Monday, 2 March in UTC: on Kiritimati it is 23:00.
  venue = await createVenue(app, { timezone: 'Pacific/Kiritimati' });
  await order('+998901110001');
  await order('+998901110002');
  await order('+998901110001');
  const { organization_id } = await organization();
  await organization({ id: organization_id, name: 'B' });
  afterFirstDay = (await report('date_from=2026-03-01&date_to=2026-03-31')).as_of.position;
  // 3 March at 01:00 there, and after that 1 April.
  clock.move(120 * MINUTE);
  await order('+998901110003');
  clock.move(29 * DAY);
  await organization();
});
afterAll(() => app.stop());

describe('registrations', () => {
  test('new clients and organizations are counted once each, by the brand’s own day', async () => {
    const period = 'date_from=2026-03-01&date_to=2026-04-30';
    const byDay = await report(`${period}&group_by=date`);
    expect(byDay).toMatchObject({
      date_from: '2026-03-01',
      date_to: '2026-04-30',
      group_by: 'date',
      rows: [row({ date: '2026-03-02' }, 2, 1), row({ date: '2026-03-03' }, 1, 0), row({ date: '2026-04-01' }, 0, 1)],
      totals: { new_clients: 3, new_organizations: 2 },
    });
    // Months are the default.
    const byMonth = await report(period);
    expect(byMonth.group_by).toBe('month');
    expect(byMonth.rows).toEqual([row({ month: '2026-03' }, 3, 1), row({ month: '2026-04' }, 0, 1)]);
  });

  test('weeks are named by their Monday, and periods without anybody are left out', async () => {
    const { rows } = await report('date_from=2026-03-01&date_to=2026-04-30&group_by=week');
    expect(rows).toEqual([row({ week: '2026-03-02' }, 3, 1), row({ week: '2026-03-30' }, 0, 1)]);
  });

  test('as of a moment, those who came later are not known', async () => {
    const then = await report(`date_from=2026-03-01&date_to=2026-04-30&as_of=${afterFirstDay}`);
    expect(then.totals).toEqual({ new_clients: 2, new_organizations: 1 });
  });

  test('rows alone have the columns of their period', async () => {
    const query = 'date_from=2026-03-01&date_to=2026-04-30';
    const csv = await read(query, venue.partner, { accept: 'text/csv' });
    expect(String(csv.body)).toBe('month,new_clients,new_organizations\r\n2026-03,3,1\r\n2026-04,0,1\r\n');
    const ndjson = await read(query, venue.partner, { accept: 'application/x-ndjson' });
    expect(String(ndjson.body).split('\n')[1]).toBe(JSON.stringify(row({ month: '2026-04' }, 0, 1)));
  });

  test('a period has at most 366 days, and a key for some points sees nothing of the whole brand', async () => {
    expect((await read('date_from=2026-01-01&date_to=2027-01-01')).status).toBe(200);
    expect((await read('date_from=2026-01-01&date_to=2027-01-02')).status).toBe(400);
    const terms = { audience: 'partner', name: 'bound', permissions: ['reports'], point_ids: [venue.point_id] };
    const bound = await app.client((await command(venue.till, 'IssueKey', terms)).api_key);
    const answer = await read('date_from=2026-03-01&date_to=2026-03-31', bound);
    expect(answer).toMatchObject({ status: 403, body: { code: 'points_forbidden' } });
    const other = await createVenue(app);
    const theirs = await read('date_from=2026-01-01&date_to=2026-12-31', other.partner);
    expect(theirs.body).toMatchObject({ rows: [], totals: { new_clients: 0, new_organizations: 0 } });
  });
});
