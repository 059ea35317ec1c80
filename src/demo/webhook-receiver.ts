import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { portOf } from '../api/http/port-of.ts';
import { DEMO_KEYS } from '../config/demo-keys.ts';
import { verify } from '../processes/outbound/signature.ts';
import { createApiCaller, runProgram } from './api-caller.ts';

/** The app's address; by default that of the README's demo. */
const BASE = process.argv[2] ?? 'http://127.0.0.1:8080';

const { ask, tokenFor, command } = createApiCaller(BASE);

const startReceiver = async (secret: () => string): Promise<string> => {
  const server = createServer(async (request, response) => {
    // The signature covers the raw body: verify first, parse afterwards.
    const body = await text(request);
    const isOurs = verify(body, secret(), String(request.headers['x-service-signature']));
    response.writeHead(isOurs ? 204 : 401).end();
    if (!isOurs) return console.log('refused a call that is not signed with the secret');
    const { event, event_id, occurred_at, data } = JSON.parse(body);
    console.log(`\nverified ${event} ${event_id} of ${occurred_at}\n${JSON.stringify(data, null, 2)}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server)}/webhook`;
};

/** A request for two guests, tomorrow evening, at the first restaurant: the venue has to find the table. */
const bookSomething = async (partner: string): Promise<void> => {
  const { points } = await ask<{ readonly points: readonly { readonly id: string }[] }>('/v1/points', partner);
  const date = Temporal.Now.plainDateISO().add({ days: 1 }).toString();
  await ask('/v1/reservations', partner, {
    point_id: points[0]?.id,
    external_id: randomUUID(),
    date,
    start_time: '19:00',
    guests: 2,
    guest: { phone: '+998901234567', name: 'Aziza' },
  });
};

/** Configures a webhook for the demo's partner at its own receiver, causes some calls, and prints them. */
const main = async (): Promise<void> => {
  const venue = await tokenFor(DEMO_KEYS.venue);
  // The token's subject is the key's id. A venue knows the id because it issued the key.
  const partner = await tokenFor(DEMO_KEYS.partner);
  const key_id = jwt.decode(partner)?.sub;
  let secret = '';
  const url = await startReceiver(() => secret);
  secret = String((await command(venue, 'ConfigureWebhook', { key_id, url })).secret);
  console.log(`The demo partner's webhooks arrive at ${url}. Ctrl+C ends it.`);
  await command(venue, 'PingWebhook', { key_id });
  await bookSomething(partner);
};

await runProgram(BASE, main);
