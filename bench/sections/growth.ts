import { BLOCK_SIZES } from '../../src/projections/event-index/blocks.ts';
import { readTreeHead } from '../../src/transparency/tree-tables.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { storeCheques } from '../fixtures/stored-cheques.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, brandOf } from '../support/app.ts';
import { fill, withApp } from '../support/filled-log.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave, seconds } from '../support/rounds.ts';
import { OPEN_LIST, questionsOf } from './growth-questions.ts';
import { growthOfRebuild } from './growth-rebuild.ts';
import { startTimes, TIMES } from './growth-start.ts';

/** Of a brand in the log: an order of seven events, and one event of another kind. */
const EVENTS_AN_ORDER = 8;
/** A page of an export is full in the small database as well. */
const CHEQUES_AT_LEAST = 2_000;
const OPEN_ORDERS = 50;
const MB = 1024 ** 2;

type Database = Awaited<ReturnType<typeof createDatabase>>;

/** What a venue and its auditor ask for all day, in a log of a million events and in one of ten thousand, in turns. */
export const growth: Section = {
  name: 'growth',
  run: async (context) => {
    const { adminUrl, quick, progress } = context;
    const [few, many] = quick ? [5_000, 100_000] : [10_000, 1_000_000];
    const small = await createDatabase(adminUrl);
    const large = await createDatabase(adminUrl);
    try {
      await grow(context, small, few);
      const took = await seconds(() => grow(context, large, many));
      progress(`${many} events of ten brands stored in ${Math.round(took)} s`);
      const figures = await withApp(large, undefined, (ours) =>
        withApp(small, undefined, (beside) => measureBoth(context, { ours, beside, few, many })),
      );
      return [
        ...figures,
        ...(await startTimes(context, { large, small, few, many })),
        ...(await growthOfRebuild(context, { few, many })),
      ];
    } finally {
      await large.drop();
      await small.drop();
    }
  },
};

/** Orders that are open, so many events, and the read models of what a venue lists, as if the orders had been closed. */
const grow = async (context: BenchContext, database: Database, events: number): Promise<void> => {
  const { pool } = database;
  const { brand_id, point_ids } = await withApp(database, undefined, async (app) => {
    const nextBody = await createOrderBodies(app);
    for (let count = 0; count < OPEN_ORDERS; count++) await app.post('/v1/orders', nextBody());
    await app.shown();
    return brandOf(app);
  });
  await fill(context, database, events);
  const orders = Math.round(events / EVENTS_AN_ORDER);
  const cheques = Math.max(CHEQUES_AT_LEAST, orders);
  await storeCheques(pool, { brand_id, point_ids, cheques, linesEach: 4, products: 300 });
  await pool.query(
    `insert into read.orders (order_id, brand_id, point_id, status)
     select -n, $1, $2, 'CLOSED' from generate_series(1, $3::int) as n`,
    [brand_id, point_ids[0], orders],
  );
  await pool.query('vacuum analyze');
};

interface Pair {
  readonly ours: BenchApp;
  readonly beside: BenchApp;
  readonly few: number;
  readonly many: number;
}

const measureBoth = async (context: BenchContext, pair: Pair): Promise<Figure[]> => {
  const { ours, beside, few, many } = pair;
  // What follows the log in the background would weigh on whoever has more of it.
  for (const app of [beside, ours]) await followed(app);
  context.progress('both logs are indexed and in their trees');
  const [there, besides] = [await questionsOf(context, ours), await questionsOf(context, beside)];
  const figures: Figure[] = [];
  const compare = (name: string, unit: string, rounds: readonly number[], others: readonly number[]): void => {
    figures.push({
      name: `${name}, ${many} events`,
      unit,
      rounds,
      baseline: { name: `${few}`, rounds: others },
      goals: [{ of: 'ratio', ...(unit === '/s' ? { atLeast: 1 / TIMES } : { below: TIMES }) }],
    });
  };
  const ask = async (name: string, as = name): Promise<void> => {
    context.progress(as);
    const both = await interleave(context, there.get(name)!, besides.get(name)!);
    compare(`${as}, p50`, 'ms', both.ours, both.baseline);
  };
  for (const name of there.keys()) await ask(name);
  const before = await bytesOf(ours.database);
  const load = await loadsOf(context, ours);
  const loadBeside = await loadsOf(context, beside);
  const rates = await interleave(context, load.place, loadBeside.place);
  compare('POST /v1/orders at 64 connections', '/s', rates.ours, rates.baseline);
  compare('its p50', 'ms', load.p50.slice(-context.rounds), loadBeside.p50.slice(-context.rounds));
  for (const app of [beside, ours]) await followed(app);
  const stored = { name: 'stored for an order that was placed, all tables', unit: 'bytes' };
  figures.push({ ...stored, rounds: [((await bytesOf(ours.database)) - before) / load.placed()] });
  // Statistics now say that many orders are open, and the closed ones come first.
  await ask(OPEN_LIST, `${OPEN_LIST}, with what was placed`);
  const memory = async (app: BenchApp) => (await app.child.ask('memory')) / MB;
  compare('resident memory after all this', 'MB', [await memory(ours)], [await memory(beside)]);
  return figures;
};

const loadsOf = async ({ quick }: BenchContext, app: BenchApp) => {
  const nextBody = await createOrderBodies(app);
  const amount = quick ? 1_000 : 10_000;
  const p50: number[] = [];
  const place = async (): Promise<number> => {
    const result = await runLoad({ url: app.url, path: '/v1/orders', token: app.token, amount, nextBody });
    p50.push(result.p50);
    await app.shown();
    return result.perSecond;
  };
  return { place, p50, placed: () => p50.length * amount };
};

/** Resolves when the index and the tree hold the whole log, however long that takes. */
const followed = async ({ database: { pool }, child }: BenchApp): Promise<void> => {
  const head = await child.ask('head');
  for (;;) {
    const { rows } = await pool.query<{ position: number }>(
      `select position from app.process_checkpoints where process = 'event-index'`,
    );
    // The index keeps the newest events for its next block.
    const indexed = (rows[0]?.position ?? 0) >= head - BLOCK_SIZES.short;
    if (indexed && (await readTreeHead(pool)).position >= head) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const bytesOf = async ({ pool }: Database): Promise<number> => {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('log', 'app', 'read')`,
  );
  return Number(rows[0]!.bytes);
};
