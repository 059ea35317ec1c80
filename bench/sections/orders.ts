import { createDatabase } from '../../test/support/cluster.ts';
import type { Figure, Section } from '../section.ts';
import { startApp } from '../support/app.ts';
import { startServer } from '../support/child.ts';
import { type LoadResult, runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave } from '../support/rounds.ts';

/** POST /v1/orders of the whole system, beside a handler that does one INSERT of the body. */
export const orders: Section = {
  name: 'orders',
  engines: ['postgres', 'eventstoredb'],
  run: async (context) => {
    const amount = context.quick ? 2_000 : 15_000;
    const app = await startApp(context.adminUrl, context.eventStoreUrl);
    const plainDatabase = await createDatabase(context.adminUrl);
    const plain = await startServer('insert', [plainDatabase.url]);
    const latencies: LoadResult[] = [];
    const plainLatencies: LoadResult[] = [];
    try {
      const load = { amount, token: app.token, nextBody: await createOrderBodies(app) };
      const nextNewGuest = await createOrderBodies(app, { newGuests: true });
      let acknowledged = 0;
      const place = async () => {
        const result = await runLoad({ ...load, url: app.url, path: '/v1/orders' });
        acknowledged += amount;
        latencies.push(result);
        // What is still to be projected must not weigh on the baseline's turn.
        await app.shown();
        return result.perSecond;
      };
      const insert = async () => {
        const result = await runLoad({ ...load, url: plain.url, path: '/orders' });
        plainLatencies.push(result);
        return result.perSecond;
      };
      const { ours, baseline } = await interleave(context, place, insert);
      const fromNewGuests = async () => {
        const result = await runLoad({ ...load, nextBody: nextNewGuest, url: app.url, path: '/v1/orders' });
        acknowledged += amount;
        await app.shown();
        return result.perSecond;
      };
      const newGuests = await interleave(context, fromNewGuests, insert);
      const stored = [await app.ordersInLog(), await app.ordersInList()];
      if (stored.some((count) => count !== acknowledged)) {
        throw new Error(`${acknowledged} orders were acknowledged, ${stored.join(' and ')} are in log and list`);
      }
      return [
        {
          ...{ name: 'POST /v1/orders', unit: '/s', rounds: ours },
          baseline: { name: 'one INSERT, plain Express', rounds: baseline },
          goals: [{ of: 'ratio', atLeast: 1 }],
        },
        {
          ...{ name: 'POST /v1/orders, each of a new guest', unit: '/s', rounds: newGuests.ours },
          baseline: { name: 'one INSERT, plain Express', rounds: newGuests.baseline },
        },
        latency('p50', latencies.slice(-context.rounds), plainLatencies.slice(-context.rounds)),
        latency('p99', latencies.slice(-context.rounds), plainLatencies.slice(-context.rounds)),
      ];
    } finally {
      await app.stop();
      await plain.stop();
      await plainDatabase.drop();
    }
  },
};

const latency = (of: 'p50' | 'p99', ours: LoadResult[], plain: LoadResult[]): Figure => ({
  ...{ name: `latency ${of}, 64 connections`, unit: 'ms', rounds: ours.map((result) => result[of]) },
  baseline: { name: 'plain Express', rounds: plain.map((result) => result[of]) },
});
