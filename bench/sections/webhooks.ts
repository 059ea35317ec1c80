import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { BenchContext, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave } from '../support/rounds.ts';

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

const placing = async (app: BenchApp, { quick }: BenchContext) => {
  const load = { url: app.url, path: '/v1/orders', token: app.token, nextBody: await createOrderBodies(app) };
  return async () => {
    const { perSecond } = await runLoad({ ...load, amount: quick ? 2_000 : 15_000 });
    // What is still to be projected must not weigh on the other's turn.
    await app.shown();
    return perSecond;
  };
};

/** POST /v1/orders of a key whose partner is told of its orders, beside a key whose partner is not. */
export const webhooks: Section = {
  name: 'webhooks',
  run: async (context) => {
    const [told, untold, receiver] = [
      await startApp(context.adminUrl),
      await startApp(context.adminUrl),
      await startReceiver(),
    ];
    try {
      await tell(told, receiver.url);
      const { ours, baseline } = await interleave(
        context,
        await placing(told, context),
        await placing(untold, context),
      );
      return [
        {
          name: 'POST /v1/orders, three webhooks',
          unit: '/s',
          rounds: ours,
          baseline: { name: 'the same without webhooks', rounds: baseline },
          goals: [{ of: 'ratio', atLeast: 0.95 }],
        },
      ];
    } finally {
      receiver.stop();
      await told.stop();
      await untold.stop();
    }
  },
};
