import { createDatabase } from '../../test/support/cluster.ts';
import type { BenchContext, Section } from '../section.ts';
import { type BenchApp, startAppOn } from '../support/app.ts';
import { CONNECTIONS, runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave, seconds } from '../support/rounds.ts';

/** Orders by several app processes on one database, beside the same load on one app process. */
export const processes: Section = {
  name: 'processes',
  run: async (context) => {
    const several = await open(context, context.processes);
    const one = await open(context, 1);
    try {
      const { ours, baseline } = await interleave(context, several.place, one.place);
      return [
        {
          ...{ name: `POST /v1/orders, ${context.processes} app processes, all together`, unit: '/s', rounds: ours },
          baseline: { name: 'one process', rounds: baseline },
        },
        {
          ...{ name: 'from the last answer until all orders are shown', unit: 'ms' },
          rounds: several.lags.slice(-context.rounds),
          baseline: { name: 'one process', rounds: one.lags.slice(-context.rounds) },
        },
        {
          ...{ name: 'positions without an event: appends that were refused', unit: 'of 1000 orders' },
          rounds: several.refused.slice(-context.rounds),
        },
      ];
    } finally {
      await several.close();
      await one.close();
    }
  },
};

const open = async ({ adminUrl, quick }: BenchContext, count: number) => {
  const database = await createDatabase(adminUrl);
  const apps: BenchApp[] = [];
  for (let n = 0; n < count; n++) apps.push(await startAppOn(database));
  const bodies = await Promise.all(apps.map((app) => createOrderBodies(app)));
  const amount = quick ? 2_000 : 16_000;
  const [lags, refused]: [number[], number[]] = [[], []];
  const log = async () => {
    const { rows } = await database.pool.query<{ head: number; events: number }>(
      'select coalesce(max(position), 0) as head, count(*) as events from log.events',
    );
    return rows[0]!;
  };
  const place = async (): Promise<number> => {
    const before = await log();
    const load = { path: '/v1/orders', amount: Math.floor(amount / count), connections: CONNECTIONS / count };
    const took = await seconds(() =>
      Promise.all(
        apps.map(({ url, token }, n) => {
          // Every app process has outside keys of its own.
          const nextBody = () => bodies[n]!().replace('"app-', `"app${n}-`);
          return runLoad({ ...load, url, token, nextBody });
        }),
      ),
    );
    lags.push((await seconds(() => apps[0]!.shown())) * 1_000);
    const after = await log();
    const gaps = after.head - before.head - (after.events - before.events);
    refused.push((gaps * 1_000) / (load.amount * count));
    return (load.amount * count) / took;
  };
  return {
    ...{ place, lags, refused },
    close: async () => {
      for (const app of apps) await app.child.stop();
      await database.drop();
    },
  };
};
