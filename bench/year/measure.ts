import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { readTreeHead } from '../../src/transparency/tree-tables.ts';
import type { TestDatabase } from '../../test/support/cluster.ts';
import { type BenchApp, brandOf } from '../support/app.ts';
import { seconds } from '../support/rounds.ts';
import { median } from '../support/statistics.ts';

/** Bytes by table, as it is and its indexes; those that matter by their names. */
export const bytesByTable = async ({ pool }: TestDatabase): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<{ name: string; bytes: number; indexes: number }>(
    `select format('%s.%s', n.nspname, c.relname) as name, pg_table_size(c.oid) as bytes, pg_indexes_size(c.oid) as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('log', 'app', 'read') order by pg_total_relation_size(c.oid) desc`,
  );
  return new Map(
    rows.flatMap(({ name, bytes, indexes }) => [
      [name, Number(bytes)],
      [`${name}, indexes`, Number(indexes)],
    ]),
  );
};

/** Resolves when the index of the log and the tree have all events, but for those of the index's next block. */
export const followed = async ({ database: { pool }, child }: BenchApp): Promise<void> => {
  const head = await child.ask('head');
  for (;;) {
    const { rows } = await pool.query<{ position: number }>(
      `select position from app.process_checkpoints where process = 'event-index'`,
    );
    if ((rows[0]?.position ?? 0) >= head - 1_000 && (await readTreeHead(pool)).position >= head) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** Milliseconds of each question, the median of so many calls, in the middle of the days. */
export const timesOf = async (app: BenchApp, day: string, calls: number): Promise<ReadonlyMap<string, number>> => {
  const { pool } = app.database;
  const [venue, auditor] = [await app.exchange(DEMO_KEYS.venue), await app.exchange(DEMO_KEYS.auditor)];
  const { point_ids } = await brandOf(app);
  const { rows } = await pool.query<{ id: number; placed: Date }>(
    `select order_id as id, occurred_at as placed from read.orders join log.events on stream = 'order-' || order_id and revision = 0
     where order_id = (select percentile_disc(0.5) within group (order by order_id) from read.orders)`,
  );
  const { id: order, placed } = rows[0]!;
  const report = JSON.stringify({
    kind: 'sales',
    date_from: day,
    date_to: day,
    group_by: ['product', 'date'],
    measures: ['quantity', 'net_amount'],
  });
  const ask =
    (path: string, token: string, accept = 'application/json', body?: string) =>
    async () => {
      const headers = { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' };
      const response = await fetch(app.url + path, { headers, ...(body !== undefined && { method: 'POST', body }) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      await response.arrayBuffer();
    };
  const questions: Readonly<Record<string, () => Promise<void>>> = {
    'an order': ask(`/venue/v1/orders/${order}`, venue),
    'open orders of a point': ask(`/venue/v1/orders?point_id=${point_ids[0]}&status=CREATED,COOKING&limit=50`, venue),
    'closed orders of a point, a page in the middle': ask(
      `/venue/v1/orders?point_id=${point_ids[0]}&status=CLOSED&after_id=${order}&limit=50`,
      venue,
    ),
    'an order as of then': ask(`/audit/v1/orders/${order}?at=${new Date(placed).toISOString()}`, auditor),
    'the stop-list as of then': ask(`/audit/v1/points/${point_ids[0]}/stop-list?at=${day}T12:00:00Z`, auditor),
    'a search by type': ask('/audit/v1/events?type=ChequeClosed', auditor),
    'NDJSON of 10 000 events': ask('/audit/v1/events?limit=10000', auditor, 'application/x-ndjson'),
    'a page of 1 000 cheques': ask(
      `/v1/export/cheques?date_from=${day}&date_to=${day}&limit=1000&after_id=0`,
      app.token,
    ),
    'a report of a day by product': ask('/v1/reports/olap', app.token, 'application/json', report),
  };
  const times = new Map<string, number>();
  for (const [name, question] of Object.entries(questions)) {
    const rounds: number[] = [];
    await question();
    for (let call = 0; call < calls; call++) rounds.push((await seconds(question)) * 1_000);
    times.set(name, median(rounds));
  }
  return times;
};
