import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { postgresTime } from '../support/postgres-time.ts';
import { interleave } from '../support/rounds.ts';
import { waitUntil } from '../support/wait.ts';

/** The kinds that orders cause. */
const EVENTS = ['order.created', 'order.status_changed', 'order.updated'];

/** A partner's server that takes everything in. */
const startReceiver = async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** The demo's partner hears of its orders. */
const tell = async (app: BenchApp, url: string): Promise<void> => {
  const venue = await app.exchange(DEMO_KEYS.venue);
  const key_id = JSON.parse(Buffer.from(app.token.split('.')[1]!, 'base64url').toString()).sub as string;
  const body = JSON.stringify({ command_id: randomUUID(), key_id, url, events: EVENTS });
  await app.post('/venue/v1/commands/ConfigureWebhook', body, venue);
};

/** Resolves when each call about an order is in the queue. */
const queued = (app: BenchApp): Promise<void> =>
  waitUntil('the calls to be in the queue', async () => {
    const { rows } = await app.database.pool.query(
      `select from app.process_checkpoints where process = 'webhooks'
         and position >= (select max(position) from log.events where type = 'OrderPlaced')`,
    );
    return rows.length > 0;
  });

/** What a turn tells beside its rate. */
interface Turn {
  readonly appTime: number;
  readonly postgresTime: number;
}

/** The turns of one app, and what each order of them cost: with the calls that they caused, as far as they were made. */
const open = async (context: BenchContext, url?: string) => {
  const app = await startApp(context.adminUrl);
  if (url !== undefined) await tell(app, url);
  const load = { url: app.url, path: '/v1/orders', token: app.token, nextBody: await createOrderBodies(app) };
  const amount = context.quick ? 2_000 : 15_000;
  const turns: Turn[] = [];
  const spent = async () => [await app.child.ask('processorTime'), await postgresTime(context.adminUrl)] as const;
  const place = async (): Promise<number> => {
    const before = await spent();
    const { perSecond } = await runLoad({ ...load, amount });
    // What is still to be projected, or put in the queue, must not weigh on the other's turn.
    await app.shown();
    if (url !== undefined) await queued(app);
    const after = await spent();
    turns.push({ appTime: (after[0] - before[0]) / amount, postgresTime: (after[1] - before[1]) / amount });
    // Fifty calls a second go to a host: the rest of the backlog would be sent in the other's turns.
    await app.database.pool.query(`update app.deliveries set status = 'undelivered', next_attempt_at = null
      where status = 'pending'`);
    return perSecond;
  };
  return { place, turns, stop: app.stop };
};

/** POST /v1/orders of a key whose partner is told of its orders, beside a key whose partner is not. */
export const webhooks: Section = {
  name: 'webhooks',
  run: async (context) => {
    const receiver = await startReceiver();
    const told = await open(context, receiver.url);
    const untold = await open(context);
    try {
      const { ours, baseline } = await interleave(context, told.place, untold.place);
      const beside = 'the same without webhooks';
      return [
        {
          name: 'POST /v1/orders, three webhooks',
          unit: '/s',
          rounds: ours,
          baseline: { name: beside, rounds: baseline },
          goals: [{ of: 'ratio', atLeast: 0.95 }],
        },
        ...TOLD.map(({ key, name }): Figure => {
          const of = ({ turns }: typeof told) => turns.slice(-context.rounds).map((turn) => turn[key]);
          return { name, unit: 'ms/order', rounds: of(told), baseline: { name: beside, rounds: of(untold) } };
        }),
      ];
    } finally {
      receiver.stop();
      await told.stop();
      await untold.stop();
    }
  },
};

const TOLD = [
  { key: 'appTime', name: 'processor time of the app, calls included' },
  { key: 'postgresTime', name: 'processor time of Postgres' },
] as const;
