import { createDatabase } from '../../test/support/cluster.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, startAppOn } from '../support/app.ts';
import { CONNECTIONS, runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { postgresTime } from '../support/postgres-time.ts';
import { interleave } from '../support/rounds.ts';

/** Orders by several app processes on one database, beside the same load on one app process. */
export const processes: Section = {
  name: 'processes',
  run: async (context) => {
    const several = await open(context, context.processes);
    const one = await open(context, 1);
    try {
      const { ours, baseline } = await interleave(context, several.place, one.place);
      for (const each of [several, one]) await each.check();
      const counted = (turns: readonly Turn[], key: keyof Turn) =>
        turns.slice(-context.rounds).map((turn) => turn[key]);
      // A ratio to no refusals is no number.
      const beside = (key: keyof Turn) =>
        key !== 'refused' && { baseline: { name: 'one process', rounds: counted(one.turns, key) } };
      return [
        {
          name: `POST /v1/orders, ${context.processes} app processes, all together`,
          unit: '/s',
          rounds: ours,
          baseline: { name: 'one process', rounds: baseline },
        },
        ...TOLD.map(({ key, name, unit }): Figure => {
          return { name, unit, rounds: counted(several.turns, key), ...beside(key) };
        }),
      ];
    } finally {
      await several.close();
      await one.close();
    }
  },
};

/** What a turn tells beside its rate. */
interface Turn {
  readonly lag: number;
  readonly refused: number;
  readonly appTime: number;
  readonly postgresTime: number;
}

const TOLD = [
  { key: 'lag', name: 'from the last answer until all orders are shown', unit: 'ms' },
  { key: 'refused', name: 'positions without an event: appends that were refused', unit: 'of 1000 orders' },
  { key: 'appTime', name: 'processor time of all app processes, read models included', unit: 'ms/order' },
  { key: 'postgresTime', name: 'processor time of Postgres', unit: 'ms/order' },
] as const;

const open = async ({ adminUrl, quick }: BenchContext, count: number) => {
  const database = await createDatabase(adminUrl);
  const apps: BenchApp[] = [];
  for (let n = 0; n < count; n++) apps.push(await startAppOn(database));
  const bodies = await Promise.all(apps.map((app) => createOrderBodies(app)));
  const amount = quick ? 2_000 : 16_000;
  const turns: Turn[] = [];
  let acknowledged = 0;
  const log = async () => {
    const { rows } = await database.pool.query<{ head: number; events: number }>(
      'select coalesce(max(position), 0) as head, count(*) as events from log.events',
    );
    return rows[0]!;
  };
  const processorTime = async (): Promise<{ app: number; postgres: number }> => {
    const each = await Promise.all(apps.map(({ child }) => child.ask('processorTime')));
    return { app: each.reduce((sum, time) => sum + time, 0), postgres: await postgresTime(adminUrl) };
  };
  const place = async (): Promise<number> => {
    const [before, spent] = [await log(), await processorTime()];
    const connections = Math.max(1, Math.floor(CONNECTIONS / count));
    const load = { path: '/v1/orders', amount: Math.floor(amount / count), connections };
    const began = performance.now();
    const results = await Promise.all(
      apps.map(({ url, token }, n) => {
        // Every app process has outside keys of its own.
        const nextBody = () => bodies[n]!().replace('"app-', `"app${n}-`);
        return runLoad({ ...load, url, token, nextBody });
      }),
    );
    const ended = Math.max(...results.map(({ endedAt }) => endedAt));
    await apps[0]!.shown();
    const lag = performance.now() - ended;
    const [after, spentAfter] = [await log(), await processorTime()];
    const gaps = after.head - before.head - (after.events - before.events);
    const placed = load.amount * count;
    turns.push({
      lag,
      refused: (gaps * 1_000) / placed,
      appTime: (spentAfter.app - spent.app) / placed,
      postgresTime: (spentAfter.postgres - spent.postgres) / placed,
    });
    acknowledged += placed;
    return (placed * 1_000) / (ended - began);
  };
  return {
    place,
    turns,
    check: async () => {
      const stored = [await apps[0]!.ordersInLog(), await apps[0]!.ordersInList()];
      if (stored.some((orders) => orders !== acknowledged)) {
        throw new Error(`${acknowledged} orders were acknowledged, ${stored.join(' and ')} are in log and list`);
      }
    },
    close: async () => {
      for (const app of apps) await app.child.stop();
      await database.drop();
    },
  };
};
