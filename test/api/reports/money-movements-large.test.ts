// A database of its own: it writes 50 000 rows into a read model by hand.

import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../../support/database.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';

let database: TestDatabase;
let app: TestApp;
let venue: TestVenue;

/** So many movements in the safe, and one more in the drawer. */
const MANY = 50_000;

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database });
  venue = await createVenue(app);
  await database.pool.query(
    `insert into read.money_movements (register, id, brand_id, point_id, business_date, created_at, timezone, source,
       direction, amount, operation, note, recorded_on, recorded_on_id, known_from)
     select 'account', 1000000 + i, $1, $2, '2026-03-02', timestamptz '2026-03-02 09:00Z' + i * interval '1 second',
       'Asia/Tashkent', case when i = 0 then 'cashbox' else 'safe' end, 'plus', i + 1, 'other', 'note ' || i, 'ledger', $2, 1
     from generate_series(0, $3::int) as i`,
    [venue.brand_id, venue.point_id, MANY],
  );
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const path = (more: string) => `/v1/reports/money-movements?date_from=2026-03-02&date_to=2026-03-02${more}`;

test('50 000 movements are answered whole, in every form; one more is refused', async () => {
  const refused = await venue.partner.get(path(''));
  expect(refused).toMatchObject({ status: 400, body: { code: 'report_too_large' } });
  const { status, body } = await venue.partner.get(path('&source=safe'));
  expect(status).toBe(200);
  expect(body.totals).toMatchObject([{ source: 'safe', count: MANY, minus: 0 }]);
  expect(body.movements).toHaveLength(MANY);
  expect(body.movements.at(-1)).toMatchObject({ id: 1_000_000 + MANY, amount: MANY + 1, note: `note ${MANY}` });
  const csv = await venue.partner.get(path('&source=safe'), { accept: 'text/csv' });
  expect(csv.headers.get('x-rows-count')).toBe(String(MANY));
  expect(csv.body.split('\r\n')).toHaveLength(MANY + 2);
  const lines = await venue.partner.get(path('&source=safe'), { accept: 'application/x-ndjson' });
  expect(lines.body.trimEnd().split('\n').map(JSON.parse).at(-1)).toEqual(body.movements.at(-1));
  expect((await venue.partner.get(path('&group_by=day'))).body.groups).toMatchObject([{ count: 1 }, { count: MANY }]);
});

test('a caller who leaves in the middle holds nothing: the next answer is whole', async () => {
  for (let times = 0; times < 5; times++) {
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${venue.partner.token}` };
      const asked = request(app.url + path('&source=safe'), { headers }, (answer) => {
        answer.once('data', () => {
          answer.destroy();
          resolve();
        });
      });
      asked.on('error', reject).end();
    });
  }
  const { body } = await venue.partner.get(path('&source=safe'));
  expect(body.movements).toHaveLength(MANY);
  const { rows } = await database.pool.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});
