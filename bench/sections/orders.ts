import { createDatabase } from '../../test/support/cluster.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { startApp } from '../support/app.ts';
import { startServer } from '../support/child.ts';
import { CONNECTIONS, type LoadResult, runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave } from '../support/rounds.ts';

/** How many orders are placed in a round. With few connections each takes longer. */
const amountOf = ({ quick }: BenchContext, connections: number): number =>
  (quick ? 2_000 : 15_000) / (connections < CONNECTIONS ? 5 : 1);

/** POST /v1/orders of the whole system, beside a handler that does one INSERT of the body. */
const placeOrders = async (context: BenchContext, loads: readonly OrderLoad[]): Promise<Figure[]> => {
  const app = await startApp(context.adminUrl, context.eventStoreUrl);
  const plainDatabase = await createDatabase(context.adminUrl);
  const plain = await startServer('insert', [plainDatabase.url]);
  try {
    const [nextBody, nextNewGuest] = [await createOrderBodies(app), await createOrderBodies(app, { newGuests: true })];
    let acknowledged = 0;
    const figures: Figure[] = [];
    for (const { connections, newGuests = false } of loads) {
      const body = { token: app.token, nextBody: newGuests ? nextNewGuest : nextBody };
      const load = { ...body, connections, amount: amountOf(context, connections) };
      const named = nameOf({ connections, newGuests });
      const latencies: LoadResult[] = [];
      const plainLatencies: LoadResult[] = [];
      const place = async () => {
        const result = await runLoad({ ...load, url: app.url, path: '/v1/orders' });
        acknowledged += load.amount;
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
      const latency = (of: 'p50' | 'p99'): Figure => ({
        name: `latency ${of}, ${named}`,
        unit: 'ms',
        rounds: latencies.slice(-context.rounds).map((result) => result[of]),
        baseline: { name: 'plain Express', rounds: plainLatencies.slice(-context.rounds).map((result) => result[of]) },
      });
      figures.push(
        {
          name: `POST /v1/orders, ${named}`,
          unit: '/s',
          rounds: ours,
          baseline: { name: 'one INSERT, plain Express', rounds: baseline },
          goals: newGuests ? [] : [{ of: 'ratio', atLeast: GOALS[connections]! }],
        },
        latency('p50'),
        latency('p99'),
      );
    }
    const stored = [await app.ordersInLog(), await app.ordersInList()];
    if (stored.some((count) => count !== acknowledged)) {
      throw new Error(`${acknowledged} orders were acknowledged, ${stored.join(' and ')} are in log and list`);
    }
    return figures;
  } finally {
    await app.stop();
    await plain.stop();
    await plainDatabase.drop();
  }
};

/** Of the rate of the plain INSERT, by connections. */
const GOALS: Readonly<Record<number, number>> = { 1: 0.5, 4: 0.5, 16: 0.5, 64: 0.75 };

interface OrderLoad {
  readonly connections: number;
  /** None of the guests has ordered before. */
  readonly newGuests?: boolean;
}

const nameOf = ({ connections, newGuests }: OrderLoad): string =>
  `${connections === 1 ? '1 connection' : `${connections} connections`}${newGuests ? ', each of a new guest' : ''}`;

export const orders: Section = {
  name: 'orders',
  engines: ['postgres', 'eventstoredb'],
  run: (context) => placeOrders(context, [{ connections: CONNECTIONS }, { connections: CONNECTIONS, newGuests: true }]),
};

/** The same for callers who have little company. */
export const ordersOfFew: Section = {
  name: 'orders-few',
  engines: ['postgres', 'eventstoredb'],
  run: (context) => placeOrders(context, [{ connections: 1 }, { connections: 4 }, { connections: 16 }]),
};
