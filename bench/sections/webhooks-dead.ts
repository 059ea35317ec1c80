import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { runOpenLoop } from '../support/open-loop.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { takeTurns } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';
import { waitUntil } from '../support/wait.ts';

const UNDELIVERED = 100_000;
/** Fewer than may be sent to a host: so a call that waits waits for something else. */
const ORDERS_A_SECOND = 40;

const startServer = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Notes how long after its event each call came. */
const startReceiver = async (late: number[]) =>
  startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { occurred_at } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly occurred_at: string };
      late.push(Date.now() - Date.parse(occurred_at));
      response.writeHead(204).end();
    });
  });

const configure = (app: BenchApp, venue: string, key_id: string, url: string) =>
  app.post(
    '/venue/v1/commands/ConfigureWebhook',
    JSON.stringify({ command_id: randomUUID(), key_id, url, events: ['order.created'] }),
    venue,
  );

/** Another key of the brand has so many calls that wait, and its host takes each and answers none. */
const fill = async (app: BenchApp, venue: string, url: string): Promise<void> => {
  const terms = { command_id: randomUUID(), audience: 'partner', name: 'Gone', showcase_ids: [] };
  const { result } = await app.post<{ result: { key_id: string } }>(
    '/venue/v1/commands/IssueKey',
    JSON.stringify(terms),
    venue,
  );
  await configure(app, venue, result.key_id, url);
  await app.shown();
  await app.database.pool.query(
    `insert into app.deliveries
       (kind, brand_id, key_id, event, event_id, position, url, body, lane, status, created_at, next_attempt_at)
     select 'webhook', brand_id, $1, 'order.created', gen_random_uuid(), 0, $2, repeat('x', 1000), -n, 'pending', now(), now()
     from read.brands, generate_series(1, ${UNDELIVERED}) as n`,
    [result.key_id, url],
  );
};

interface Turn {
  readonly order: number;
  readonly call: number;
}

const open = async (context: BenchContext, deadUrl?: string) => {
  const app = await startApp(context.adminUrl);
  const late: number[] = [];
  const receiver = await startReceiver(late);
  const venue = await app.exchange(DEMO_KEYS.venue);
  const key_id = JSON.parse(Buffer.from(app.token.split('.')[1]!, 'base64url').toString()).sub as string;
  await configure(app, venue, key_id, receiver.url);
  if (deadUrl !== undefined) await fill(app, venue, deadUrl);
  const nextBody = await createOrderBodies(app);
  const load = { url: `${app.url}/v1/orders`, token: app.token, perSecond: ORDERS_A_SECOND, nextBody };
  const place = async (): Promise<Turn> => {
    const took: number[] = [];
    late.length = 0;
    await runOpenLoop({ ...load, seconds: context.quick ? 2 : 10, onAnswer: (ms) => void took.push(ms) });
    await waitUntil('the calls to come', async () => late.length >= took.length);
    return { order: percentile(took, 99), call: percentile(late, 99) };
  };
  const stop = async (): Promise<void> => {
    receiver.stop();
    await app.stop();
  };
  return { place, stop };
};

/** Orders, and calls to their partner, while another partner's host is dead and has a backlog. */
export const webhooksDead: Section = {
  name: 'webhooks-dead',
  run: async (context) => {
    const dead = await startServer(() => {});
    const beside = await open(context, dead.url);
    const alone = await open(context);
    try {
      const [ours, without] = (await takeTurns(context, [beside.place, alone.place])) as [Turn[], Turn[]];
      const figure = (name: string, of: keyof Turn): Figure => ({
        name,
        unit: 'ms',
        rounds: ours.map((turn) => turn[of]),
        baseline: { name: 'the same without that host', rounds: without.map((turn) => turn[of]) },
        goals: [{ of: 'ratio', below: 1.25 }],
      });
      return [
        figure(`p99 of an order, ${UNDELIVERED} calls to one dead host wait`, 'order'),
        figure('p99 from an order to its webhook, likewise', 'call'),
      ];
    } finally {
      await beside.stop();
      await alone.stop();
      dead.stop();
    }
  },
};
