import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { FIRST_DAY } from '../fixtures/stored-cheques.ts';
import type { BenchContext } from '../section.ts';
import { type BenchApp, brandOf } from '../support/app.ts';
import { seconds } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

export const OPEN_LIST = 'open orders of a point';

/** What a venue and its auditor ask all day. Each asks so many times and answers the median in milliseconds. */
export const questionsOf = async ({ quick }: BenchContext, app: BenchApp) => {
  const { pool } = app.database;
  const [venue, auditor] = [await app.exchange(DEMO_KEYS.venue), await app.exchange(DEMO_KEYS.auditor)];
  const { point_ids } = await brandOf(app);
  const { rows } = await pool.query<{ order_id: number }>(
    'select min(order_id) as order_id from read.orders where order_id > 0',
  );
  const order = rows[0]!.order_id;
  const report = JSON.stringify({
    kind: 'sales',
    date_from: FIRST_DAY,
    date_to: FIRST_DAY,
    group_by: ['product', 'date'],
    measures: ['quantity', 'net_amount'],
  });
  const at = new Date().toISOString();
  const month = `date_from=${FIRST_DAY}&date_to=${FIRST_DAY}`;
  const get =
    (path: string, token: string, accept = 'application/json') =>
    () =>
      request(app.url + path, { token, accept });
  const all: Readonly<Record<string, () => Promise<void>>> = {
    'an order': get(`/v1/orders/${order}`, app.token),
    [OPEN_LIST]: get(`/venue/v1/orders?point_id=${point_ids[0]}&status=CREATED&limit=50`, venue),
    'a search by actor': get('/audit/v1/events?actor=Gulnora', auditor),
    'a search by type': get('/audit/v1/events?type=ChequeClosed', auditor),
    'an order as of then': get(`/audit/v1/orders/${order}?at=${at}`, auditor),
    'NDJSON of 1000 events': get('/audit/v1/events?limit=1000', auditor, 'application/x-ndjson'),
    'a page of 1000 cheques': get(`/v1/export/cheques?${month}&limit=1000&after_id=0`, app.token),
    'a report of a day by product': () => request(`${app.url}/v1/reports/olap`, { token: app.token, body: report }),
  };
  const calls = quick ? 20 : 100;
  const median = (ask: () => Promise<void>) => async () => {
    const times: number[] = [];
    for (let call = 0; call < calls; call++) times.push((await seconds(ask)) * 1_000);
    return percentile(times, 50);
  };
  return new Map(Object.entries(all).map(([name, ask]) => [name, median(ask)]));
};

interface Asked {
  readonly token: string;
  readonly accept?: string;
  readonly body?: string;
}

const request = async (url: string, { token, accept = 'application/json', body }: Asked): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' };
  const response = await fetch(url, { headers, ...(body !== undefined && { method: 'POST', body }) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.arrayBuffer();
};
