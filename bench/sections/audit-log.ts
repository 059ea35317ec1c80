import { readLeavesInParallel } from '../../src/cli/audit/parallel-leaves.ts';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { openKeptTree } from '../../src/transparency/kept-tree.ts';
import { readTreeHead } from '../../src/transparency/tree-tables.ts';
import { verifyLog } from '../../src/transparency/verify-log.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import type { Figure, Section } from '../section.ts';
import type { BenchApp } from '../support/app.ts';
import { fill, withApp } from '../support/filled-log.ts';
import { runLoad } from '../support/load.ts';
import { runOpenLoop } from '../support/open-loop.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { seconds } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

const SHARE_OF_PEAK = 0.7;
const LOOK_MS = 10;

/** The tree over a log of a million events: how fast it grows and is verified, its proofs, and its lag under load. */
export const auditLog: Section = {
  name: 'audit-log',
  run: async (context) => {
    const { adminUrl, quick, rounds, progress } = context;
    const many = quick ? 50_000 : 1_000_000;
    const database = await createDatabase(adminUrl);
    const { pool, url } = database;
    try {
      await withApp(database, undefined, (app) => app.shown());
      await fill(context, database, many);
      const figures = await withApp(database, undefined, async (app): Promise<Figure[]> => {
        const began = (await readTreeHead(pool)).size;
        const took = await seconds(() => caughtUp(app));
        const { size } = await readTreeHead(pool);
        progress(`${size} events in the tree`);
        const proofs: number[] = [];
        for (let round = 0; round < rounds; round++) proofs.push(await proofTime(app, quick ? 50 : 300));
        const { rows } = await pool.query<{ bytes: number }>(
          `select pg_total_relation_size('app.tree_tiles') as bytes`,
        );
        return [
          { name: 'events into the tree', unit: '/s', rounds: [(size - began) / took] },
          { name: `inclusion proof p99 in ${many} events`, unit: 'ms', rounds: proofs },
          { name: 'the tree, an event', unit: 'bytes', rounds: [rows[0]!.bytes / size] },
          await lagUnderLoad(app, { quick, rounds, progress }),
        ];
      });
      const speeds: number[] = [];
      for (let round = 0; round < rounds; round++) speeds.push(await verifySpeed(pool, url));
      return [
        { name: 'events verified', unit: '/s', rounds: speeds, goals: [{ of: 'value', atLeast: 50_000 }] },
        ...figures,
      ];
    } finally {
      await database.drop();
    }
  },
};

const caughtUp = async ({ database: { pool }, child }: BenchApp): Promise<void> => {
  const head = await child.ask('head');
  while ((await readTreeHead(pool)).position < head) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
};

/** p99 of so many proofs of events all over the log, in milliseconds. */
const proofTime = async (app: BenchApp, calls: number): Promise<number> => {
  const headers = { authorization: `Bearer ${await app.exchange(DEMO_KEYS.auditor)}` };
  const get = async (path: string) => {
    const response = await fetch(`${app.url}/audit/v1/${path}`, { headers });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
    return response.json() as Promise<{ events: { position: number }[] }>;
  };
  await get('log/checkpoint?new=true');
  const head = await app.child.ask('head');
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const after = Math.floor(((call + 0.5) / calls) * (head - 1_000));
    const [event] = (await get(`events?after=${after}&limit=1`)).events;
    times.push((await seconds(() => get(`log/inclusion?position=${event!.position}`))) * 1_000);
  }
  return percentile(times, 99);
};

/** From the moment an order is in the log until the stored tree holds it, at 70 % of the peak load. */
const lagUnderLoad = async (
  app: BenchApp,
  { quick, rounds, progress }: { quick: boolean; rounds: number; progress(line: string): void },
): Promise<Figure> => {
  const { pool } = app.database;
  const nextBody = await createOrderBodies(app);
  const load = { url: app.url, path: '/v1/orders', token: app.token, amount: quick ? 2_000 : 10_000, nextBody };
  await runLoad(load);
  const perSecond = Math.round((await runLoad(load)).perSecond * SHARE_OF_PEAK);
  await caughtUp(app);
  const p99: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const before = await readTreeHead(pool);
    const seen: { position: number; at: number }[] = [];
    const looking = new AbortController();
    const look = async (): Promise<void> => {
      while (!looking.signal.aborted) {
        const { position } = await readTreeHead(pool);
        if (position > (seen.at(-1)?.position ?? before.position)) seen.push({ position, at: Date.now() });
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    };
    const watching = look();
    await runOpenLoop({ url: `${app.url}/v1/orders`, token: app.token, perSecond, seconds: quick ? 2 : 6, nextBody });
    await caughtUp(app);
    looking.abort();
    await watching;
    const { rows } = await pool.query<{ position: number; at: number }>(
      `select position, extract(epoch from recorded_at)::float8 * 1000 as at from log.events where position > $1 order by 1`,
      [before.position],
    );
    let next = 0;
    const lags = rows.flatMap(({ position, at }) => {
      while (seen[next] && seen[next]!.position < position) next++;
      return seen[next] ? [seen[next]!.at - at] : [];
    });
    p99.push(percentile(lags, 99));
    progress(`round ${round}: the tree lags p99 ${Math.round(p99.at(-1)!)} ms over ${lags.length} events`);
  }
  const name = `lag of the tree p99 at ${perSecond} orders/s`;
  return { name, unit: 'ms', rounds: p99, goals: [{ of: 'value', below: 1_000 }] };
};

const verifySpeed = async (pool: Parameters<typeof openKeptTree>[0], url: string): Promise<number> => {
  const tree = await openKeptTree(pool);
  let events = 0;
  const took = await seconds(async () => {
    const verified = await verifyLog(readLeavesInParallel(url, tree.head.position), tree, []);
    if (verified.differences.length > 0) throw new Error(JSON.stringify(verified.differences));
    events = verified.events;
  });
  return events / took;
};
