import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { postgresTime } from '../support/postgres-time.ts';
import { takeTurns } from '../support/rounds.ts';
import type { Contestant, Venue } from './contestants.ts';

/** One contestant's turn. Milliseconds, but for `perSecond`. */
export interface Turn {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time for an order, of its process and of Postgres. */
  readonly appTime: number;
  readonly postgresTime: number;
}

export interface Measured {
  readonly name: string;
  readonly connections: number;
  readonly rounds: readonly Turn[];
}

export interface Plan {
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly quick: boolean;
  progress(line: string): void;
}

/** How many orders a turn of this contestant places. With few connections each takes longer. */
const amountOf = ({ isSlow = false }: Contestant, connections: number, quick: boolean): number => {
  const amount = (quick ? 2_000 : 15_000) / (connections < 64 ? 5 : 1);
  return isSlow ? Math.max(LEAST, 3 * connections, amount / 25) : amount;
};
const LEAST = 64;

/** Each order has three products with the modifiers they need; all contestants get the same carts. */
const LINES = 3;

/** Lets all place orders, in turns, with each number of connections. Throws where one does not do what it should. */
export const measure = async (venue: Venue, contestants: readonly Contestant[], plan: Plan): Promise<Measured[]> => {
  const nextBody = await createOrderBodies(venue.app, { lines: LINES });
  await checkAnswers(contestants, nextBody());
  const placed = new Map(contestants.map(({ name }) => [name, 1]));
  const measured: Measured[] = [];
  for (const connections of plan.connections) {
    plan.progress(connections === 1 ? '1 connection …' : `${connections} connections …`);
    const turn = (contestant: Contestant) => async (): Promise<Turn> => {
      const { child, url, path, toRequest = (body: string) => body } = contestant;
      const amount = amountOf(contestant, connections, plan.quick);
      const token = await contestant.tokens(connections);
      const before = [await child.ask('processorTime'), await postgresTime(venue.adminUrl)] as const;
      const result = await runLoad({ url, path, token, nextBody: () => toRequest(nextBody()), connections, amount });
      await contestant.settle();
      placed.set(contestant.name, placed.get(contestant.name)! + amount);
      const after = [await child.ask('processorTime'), await postgresTime(venue.adminUrl)] as const;
      const [appTime, postgres] = [(after[0] - before[0]) / amount, (after[1] - before[1]) / amount];
      return { ...result, appTime, postgresTime: postgres };
    };
    const results = await takeTurns({ ...plan, adminUrl: venue.adminUrl }, contestants.map(turn));
    measured.push(...contestants.map(({ name }, at) => ({ name, connections, rounds: results[at]! })));
  }
  for (const { name, count } of contestants) {
    const [holds, acknowledged] = [await count?.(), placed.get(name)];
    if (count && holds !== acknowledged) throw new Error(`${name}: ${acknowledged} acknowledged, ${holds} stored`);
  }
  return measured;
};

/** All must ask the same price for the same order, and most answer a repeat with the order that was placed. */
const checkAnswers = async (contestants: readonly Contestant[], body: string): Promise<void> => {
  const sums = new Set<number>();
  for (const contestant of contestants) {
    const { name, readAnswer, knowsRepeats } = contestant;
    // The plain INSERT knows neither sums nor repeats.
    if (!readAnswer) continue;
    const first = readAnswer(await placeOne(contestant, body));
    sums.add(first.total_amount);
    if (!knowsRepeats) continue;
    const repeat = readAnswer(await placeOne(contestant, body));
    if (first.order_id !== repeat.order_id) throw new Error(`${name} placed an order twice`);
    sums.add(repeat.total_amount);
  }
  if (sums.size > 1) throw new Error(`they ask different sums for the same order: ${[...sums].join(', ')}`);
};

const placeOne = async (contestant: Contestant, order: string): Promise<unknown> => {
  const { name, url, path, toRequest = (body: string) => body } = contestant;
  const [token] = await contestant.tokens(1);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: toRequest(order) });
  if (!response.ok) throw new Error(`${name} answered ${response.status} ${await response.text()}`);
  return response.json();
};
