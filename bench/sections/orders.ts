import { createDatabase } from '../../test/support/cluster.ts';
import { issueToken } from '../peers/servers/token.ts';
import type { BenchContext, Figure, Goal, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { startServer } from '../support/child.ts';
import { CONNECTIONS, type LoadResult, runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { takeTurns } from '../support/rounds.ts';

/** How many orders are placed in a round. With few connections each takes longer. */
const amountOf = ({ quick }: BenchContext, connections: number): number =>
  (quick ? 2_000 : 15_000) / (connections < CONNECTIONS ? 5 : 1);

/** A server that takes the same orders with less: what stands beside each figure. */
interface Beside {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Stores the body by one INSERT, and knows no prices. */
const startInsert = async ({ adminUrl }: BenchContext, app: BenchApp): Promise<Beside> => {
  const database = await createDatabase(adminUrl);
  const child = await startServer('insert', [database.url]);
  return { url: child.url, token: app.token, stop: stopping(child, database) };
};

/** What a good team writes by hand: prices kept, order and items in one statement. The menu is the demo's. */
const startByHand = async ({ adminUrl }: BenchContext, app: BenchApp): Promise<Beside> => {
  const database = await createDatabase(adminUrl, 'empty');
  const [point] = (await app.get<{ points: { id: string }[] }>('/v1/points')).points;
  const [menu] = (await app.get<{ menus: { id: number }[] }>('/v1/menus')).menus;
  const menuUrl = `${app.url}/v1/menus/${menu!.id}?point_id=${point!.id}`;
  const child = await startServer('hand-written', [database.url, menuUrl, app.token, 'statement'], 'peers/servers');
  return { url: child.url, token: issueToken(point!.id), stop: stopping(child, database) };
};

const stopping = (child: { stop(): Promise<void> }, database: { drop(): Promise<void> }) => async () => {
  await child.stop();
  await database.drop();
};

/** POST /v1/orders of the whole system, beside one INSERT of the body and beside one statement by hand. */
const placeOrders = async (context: BenchContext, loads: readonly OrderLoad[]): Promise<Figure[]> => {
  const app = await startApp(context.adminUrl, context.eventStoreUrl);
  const [insert, byHand] = [await startInsert(context, app), await startByHand(context, app)];
  try {
    const [nextBody, nextNewGuest] = [await createOrderBodies(app), await createOrderBodies(app, { newGuests: true })];
    let acknowledged = 0;
    const figures: Figure[] = [];
    for (const { connections, newGuests = false } of loads) {
      const load = {
        nextBody: newGuests ? nextNewGuest : nextBody,
        connections,
        amount: amountOf(context, connections),
      };
      const place = async (): Promise<LoadResult> => {
        const result = await runLoad({ ...load, token: app.token, url: app.url, path: '/v1/orders' });
        acknowledged += load.amount;
        // What is still to be projected must not weigh on the turns of the others.
        await app.shown();
        return result;
      };
      const placeAt = (beside: Beside) => () =>
        runLoad({ ...load, token: beside.token, url: beside.url, path: '/orders' });
      const turns = await takeTurns(context, [place, placeAt(insert), placeAt(byHand)]);
      figures.push(...figuresOf(turns as unknown as Turns, { connections, newGuests }));
    }
    const stored = [await app.ordersInLog(), await app.ordersInList()];
    if (stored.some((count) => count !== acknowledged)) {
      throw new Error(`${acknowledged} orders were acknowledged, ${stored.join(' and ')} are in log and list`);
    }
    return figures;
  } finally {
    await byHand.stop();
    await insert.stop();
    await app.stop();
  }
};

/** The rounds of Tillstream, of the INSERT and of the statement. */
type Turns = readonly [LoadResult[], LoadResult[], LoadResult[]];

const figuresOf = ([ours, insert, byHand]: Turns, load: Required<OrderLoad>): Figure[] => {
  const { connections, newGuests } = load;
  const named = nameOf(load);
  const figure = (
    { of, unit, name }: { of: 'perSecond' | 'p50' | 'p99'; unit: string; name: string },
    baseline: { name: string; rounds: readonly LoadResult[] },
    goal?: Omit<Goal, 'of'>,
  ): Figure => ({
    name: `${name}, ${named}`,
    unit,
    rounds: ours.map((result) => result[of]),
    baseline: { name: baseline.name, rounds: baseline.rounds.map((result) => result[of]) },
    goals: goal ? [{ of: 'ratio', ...goal }] : [],
  });
  const rate = { of: 'perSecond', unit: '/s', name: 'POST /v1/orders' } as const;
  const [half, tail] = (['p50', 'p99'] as const).map((of) => ({ of, unit: 'ms', name: `latency ${of}` }));
  const [plain, statement] = [
    { name: 'one INSERT, plain Express', rounds: insert },
    { name: 'one statement by hand', rounds: byHand },
  ];
  const isFew = connections < 16;
  return [
    figure(rate, plain, { atLeast: newGuests ? NEW_GUESTS : RATES[connections]! }),
    figure(rate, statement),
    figure(half!, plain),
    figure(half!, statement, isFew ? { below: 1.35 } : undefined),
    figure(tail!, plain, newGuests ? undefined : { below: connections === CONNECTIONS ? 1.6 : 3 }),
  ];
};

/** Goals for the rate, of the plain INSERT's, by connections; and for orders of guests who are new. */
const RATES: Readonly<Record<number, number>> = { 1: 0.5, 4: 0.5, 16: 0.5, 64: 0.75 };
const NEW_GUESTS = 0.55;

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
