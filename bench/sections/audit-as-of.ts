import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { fillBrands } from '../fixtures/brands-log.ts';
import { type LongStreams, lengthen, ORDERS_OF_YEARS } from '../fixtures/long-streams.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, brandOf, startAppOn } from '../support/app.ts';
import { openBenchEvents } from '../support/events.ts';
import { indexed } from '../support/filled-log.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { seconds } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

const LIMIT_MS = 50;
const OPEN_ORDERS = 40;

type Database = Awaited<ReturnType<typeof createDatabase>>;

interface Scene extends Omit<LongStreams, 'events'> {
  readonly menu_id: number;
  readonly order_id: number;
}

/** What an auditor asks of then, with a million events stored, at a point that has years behind it. */
export const auditAsOf: Section = {
  name: 'audit-as-of',
  run: async (context) => {
    const { adminUrl, quick, progress } = context;
    const [events, long, orders] = quick ? [20_000, 5_000, 20_000] : [1_000_000, 40_000, 500_000];
    const database = await createDatabase(adminUrl);
    try {
      const scene = await withApp(database, prepare);
      const log = await openBenchEvents(database);
      const added = await fillBrands(log.stored, scene.brand_id, events);
      const lengthened = await lengthen(log.store, { ...scene, events: long });
      const head = await log.store.head();
      await log.close();
      // Read models and processes would only follow for minutes: they are told that they have.
      await database.pool.query('update app.checkpoints set position = $1', [head]);
      await database.pool.query(`update app.process_checkpoints set position = $1 where process <> 'event-index'`, [
        head,
      ]);
      await database.pool.query(ORDERS_OF_YEARS, [scene.brand_id, scene.point_id, lengthened.from, orders]);
      await database.pool.query('vacuum analyze');
      progress(`${added} events stored, and ${long} in the book and the stop-list each`);
      return await withApp(database, async (app) => {
        // The index of the log is written in the background, which takes some minutes once, and is not measured here.
        await indexed(database.pool, head);
        return measure(context, app, { ...scene, ...lengthened });
      });
    } finally {
      await database.drop();
    }
  },
};

const withApp = async <Result>(database: Database, work: (app: BenchApp) => Promise<Result>): Promise<Result> => {
  const app = await startAppOn(database);
  try {
    return await work(app);
  } finally {
    await app.child.stop();
  }
};

const prepare = async (app: BenchApp): Promise<Scene> => {
  const { brand_id, point_ids } = await brandOf(app);
  const { menus } = await app.get<{ menus: { id: number }[] }>('/v1/menus');
  const nextBody = await createOrderBodies(app);
  const orders: number[] = [];
  for (let count = 0; count < OPEN_ORDERS; count++) {
    orders.push((await app.post<{ order_id: number }>('/v1/orders', nextBody())).order_id);
  }
  await app.shown();
  return { brand_id, point_id: point_ids[0]!, menu_id: menus[0]!.id, order_id: orders[0]! };
};

const measure = async (
  { rounds, quick, progress }: BenchContext,
  app: BenchApp,
  { point_id, menu_id, order_id, product_id, from, to }: Scene & { product_id: number; from: number; to: number },
): Promise<Figure[]> => {
  const token = await app.exchange(DEMO_KEYS.auditor);
  const point = `points/${point_id}`;
  const questions = {
    order: `orders/${order_id}?`,
    'blame of an order': `orders/${order_id}/blame?`,
    product: `products/${product_id}?`,
    'stop-list': `${point}/stop-list?`,
    menu: `${point}/menu?menu_id=${menu_id}&`,
    floor: `${point}/floor?`,
    board: `${point}/board?`,
    'day of sales': `${point}/today?`,
  };
  const calls = quick ? 20 : 100;
  const measured = new Map<string, number[]>();
  const ask = async (path: string): Promise<number> =>
    (await seconds(async () => {
      const answer = await fetch(`${app.url}/audit/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    })) * 1_000;
  for (const [name, path] of Object.entries(questions)) {
    progress(`the first ${name}: ${(await ask(path.slice(0, -1))).toFixed(0)} ms`);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, path] of Object.entries(questions)) {
      const times: number[] = [];
      for (let call = 0; call < calls; call++) {
        // All over the time that is stored, another moment at each call.
        const at = from + ((to - from) * ((call * 37 + round * 11) % calls)) / calls;
        times.push(await ask(`${path}at=${new Date(at).toISOString()}`));
      }
      progress(`${name}: median ${percentile(times, 50).toFixed(1)} ms`);
      measured.set(name, [...(measured.get(name) ?? []), percentile(times, 99)]);
    }
  }
  return [...measured].map(([name, rounds]) => ({
    name: `${name} as of then, p99`,
    unit: 'ms',
    rounds,
    goals: [{ of: 'value', below: LIMIT_MS }] as const,
  }));
};
