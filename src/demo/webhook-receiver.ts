import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { createTillstream, createVenue, type Tillstream, verifyWebhook, WebhookError } from '../../client/src/index.ts';
import { portOf } from '../api/http/port-of.ts';
import { DEMO_KEYS } from '../config/demo-keys.ts';
import { runProgram } from './run-program.ts';

/** The app's address; by default that of the README's demo. */
const BASE = process.argv[2] ?? 'http://127.0.0.1:8080';

const startReceiver = async (secret: () => string): Promise<string> => {
  const server = createServer(async (request, response) => {
    try {
      // The signature covers the raw body: verify first, read afterwards.
      const { event, event_id, occurred_at, data } = await verifyWebhook(
        await buffer(request),
        request.headers,
        secret(),
      );
      response.writeHead(204).end();
      console.log(`\nverified ${event} ${event_id} of ${occurred_at}\n${JSON.stringify(data, null, 2)}`);
    } catch (error) {
      response.writeHead(401).end();
      console.log(`refused a call: ${error instanceof WebhookError ? error.code : error}`);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server)}/webhook`;
};

/** The token's subject is the key's id. A venue knows the id because it issued the key. */
const keyIdOf = async ({ api }: Tillstream, api_key: string): Promise<string> => {
  const { data } = await api.POST('/v1/auth/token', { body: { api_key } });
  return String(jwt.decode(data?.access_token ?? '')?.sub);
};

/** A request for two guests, tomorrow evening, at the first restaurant: the venue has to find the table. */
const bookSomething = async (till: Tillstream): Promise<void> => {
  const [point] = await till.points.list();
  await till.reservations.book({
    point_id: point!.id,
    external_id: randomUUID(),
    date: Temporal.Now.plainDateISO().add({ days: 1 }).toString(),
    start_time: '19:00',
    guests: 2,
    guest: { phone: '+998901234567', name: 'Aziza' },
  });
};

/** Configures a webhook for the demo's partner at its own receiver, causes some calls, and prints them. */
const main = async (): Promise<void> => {
  const venue = createVenue({ baseUrl: BASE, apiKey: DEMO_KEYS.venue, maxAttempts: 1 });
  const till = createTillstream({ baseUrl: BASE, apiKey: DEMO_KEYS.partner, maxAttempts: 1 });
  const key_id = await keyIdOf(till, DEMO_KEYS.partner);
  let secret = '';
  const url = await startReceiver(() => secret);
  const { result } = await venue.commands.ConfigureWebhook({ key_id, url });
  secret = String(result.secret);
  console.log(`The demo partner's webhooks arrive at ${url}. Ctrl+C ends it.`);
  await venue.commands.PingWebhook({ key_id });
  await bookSomething(till);
};

await runProgram(BASE, main);
