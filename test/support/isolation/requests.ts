import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { Route, RouteGroup } from '../../../src/api/http/route.ts';
import type { CommandDefinition } from '../../../src/commands/bus/command.ts';
import type { TestApp } from '../app.ts';
import { commandBodies } from '../command-bodies.ts';
import type { HttpAnswer, HttpClient } from '../http-client.ts';
import { beginningOf, isEndless } from './endless.ts';
import { kindOf } from './ids.ts';
import { leavesOf } from './leaves.ts';
import { idPathsOf, type Plain, requiredOnly, sample, schemaOf } from './sample.ts';
import { day, tomorrow, type World } from './world.ts';

export interface Sent {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A route or a command, with a request of a brand's own. */
export interface Case {
  /** `get /v1/points/:point_id/is-alive`, or the command's type. */
  readonly place: string;
  readonly isRead: boolean;
  readonly isCommand: boolean;
  readonly sent: Sent;
  /** The same without the ids that may be left out: a list is then of the whole brand. */
  readonly bare: Sent;
  send(sent: Sent, requestId?: string): Promise<HttpAnswer>;
}

const phone = () => '+998901234567';
const guest = () => ({ phone: phone(), name: 'Guest' });
const plov = (world: World) => {
  const { products } = world.venue;
  return [{ product_id: products.plov, quantity: 1, modifiers: [{ product_id: products.small, quantity: 1 }] }];
};

const PLAIN: Plain<World> = {
  date_from: () => day(-10),
  date_to: () => day(0),
  date: tomorrow,
  guests: () => 2,
  as_of_from: () => 0,
  from: () => '0',
  latitude: () => 41.3,
  longitude: () => 69.2,
  order_type_id: () => 1,
  guest,
  client: guest,
  items: plov,
  start_time: () => '15:00',
  external_id: () => randomUUID(),
  event_id: () => randomUUID(),
  phone,
  otp: () => '123456',
  amount: () => 50_000,
  time: () => new Date(Date.now() - 60_000).toISOString(),
  type: () => 'check_in',
  api_key: () => 'no such key',
  status: () => 'refunded',
  // Not required: it may name an id in its place.
  'get /audit/v1/points/:point_id/activity from': () => new Date(Date.now() - 3_600_000).toISOString(),
  'get /audit/v1/points/:point_id/activity to': () => new Date().toISOString(),
  direction: () => 'next',
  sha256: () => 'a'.repeat(64),
  'get /audit/v1/events/counts entity': () => 'order',
  'get /audit/v1/events/counts from': () => new Date(Date.now() - 3_600_000).toISOString(),
  'get /audit/v1/events/counts to': () => new Date().toISOString(),
  'get /v1/orders changed_since': () => '2020-01-01T00:00:00Z',
  'post /v1/webhooks/test event': () => 'order.created',
  // Not required: a payment may be told in its place.
  'post /v1/orders/:order_id/payment failed': () => 'Declined',
  'get /audit/v1/events entity': () => 'order',
  'get /audit/v1/points/:point_id/activity/known at': () => new Date().toISOString(),
  'get /audit/v1/log/inclusion position': ({ position }) => position,
  'get /audit/v1/log/consistency from': () => 0,
  'get /audit/v1/log/consistency to': () => 0,
  'post /venue/v1/payroll/preview motivation.name': () => 'Proposed',
  'post /venue/v1/payroll/preview motivation.rate': () => 5,
  // Whole weeks, from the first cheque on.
  'get /v1/reports/abc-xyz date_from': () => day(0),
  'get /v1/reports/abc-xyz date_to': () => day(40),
  // Not required: it may name a state in their place.
  'get /v1/reports/shifts date_from': () => day(-10),
  'get /v1/reports/shifts date_to': () => day(0),
};

/** What is always sent to a place, required or not. */
const alwaysSent = (place: string, sent: object): object =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => `${place} ${name}` in PLAIN));

/** A key's audits wait in a line, which is not for as many as the tests ask at once. */
const AUDITS_AT_ONCE = 4;

export const casesOf = (app: TestApp, world: World, audits = new PQueue({ concurrency: AUDITS_AT_ONCE })): Case[] => [
  ...app.tillstream.groups.flatMap((group) => routeCases(group, app.url, world, audits)),
  ...[...app.tillstream.bus.definitions.values()]
    .filter(({ audiences }) => audiences.includes('venue'))
    .map((definition) => commandCase(definition, world)),
];

/** Commands are cases of their own. */
const routeCases = ({ base, routes }: RouteGroup, url: string, world: World, audits: PQueue): Case[] =>
  routes
    .filter(({ path }) => !`${base}${path}`.startsWith('/venue/v1/command'))
    // A person's own session: it names nothing of a brand.
    .filter(({ path }) => !`${base}${path}`.startsWith('/venue/v1/session'))
    .map((route) => routeCase(base, route, url, world))
    .map((of) => (base === '/audit/v1' ? inLine(of, audits) : of));

const inLine = (of: Case, audits: PQueue): Case => ({
  ...of,
  send: (...asked) => audits.add(() => of.send(...asked)),
});

const routeCase = (base: string, route: Route, url: string, world: World): Case => {
  const place = `${route.method} ${base}${route.path}`;
  const made = (type: Route['body']) => type && sample(schemaOf(type), { place, ids: world.ids, plain: PLAIN, world });
  const client = clientOf(base, world);
  const sent: Sent = { params: made(route.params), query: made(route.query), body: made(route.body) };
  return {
    place,
    isRead: route.method === 'get',
    isCommand: false,
    sent,
    bare: {
      ...sent,
      query: route.query && {
        ...requiredOnly(sent.query as object, schemaOf(route.query)),
        ...alwaysSent(place, sent.query as object),
      },
    },
    send: ({ params, query, body }, requestId = randomUUID()) => {
      const path = `${base}${route.path}`.replace(/:(\w+)/g, (_, name) => String((params as never)[name]));
      const whole = query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path;
      const headers = { 'x-request-id': requestId };
      if (isEndless(route)) return beginningOf(url + whole, { ...headers, ...client.known });
      if (body === undefined) return client.send(route.method.toUpperCase(), whole, { headers });
      const json = { ...headers, 'content-type': 'application/json' };
      return client.send(route.method.toUpperCase(), whole, { body: JSON.stringify(body), headers: json });
    },
  };
};

const clientOf = (base: string, { partner, venue }: World): HttpClient => {
  const clients: Readonly<Record<string, HttpClient>> = {
    '/v1': partner,
    '/venue/v1': venue.till,
    '/audit/v1': venue.auditor,
  };
  const client = clients[base];
  if (!client) throw new Error(`who asks for what is below ${base}? Say it in test/support/isolation/requests.ts`);
  return client;
};

const commandCase = ({ type, input }: CommandDefinition, world: World): Case => {
  const { venue, targets, closed, ids } = world;
  const known = commandBodies(venue, type === 'ReturnGoods' ? { ...targets, ...closed } : targets)[type];
  if (!known) throw new Error(`what is sent as ${type}? Say it in test/support/command-bodies.ts`);
  let body = known;
  const leaves = new Set(leavesOf(type, body).map(({ path }) => path));
  for (const path of idPathsOf(schemaOf(input))) {
    const kind = kindOf(type, path);
    if (kind === 'other' || leaves.has(path)) continue;
    if (path.includes('.')) throw new Error(`${path} of ${type} is not in test/support/command-bodies.ts`);
    body = { ...body, [path]: ids[kind] };
  }
  return {
    place: type,
    isRead: false,
    isCommand: true,
    sent: { body },
    bare: { body },
    send: (sent, requestId = randomUUID()) =>
      venue.till.post(
        `/venue/v1/commands/${type}`,
        { command_id: randomUUID(), ...(sent.body as object) },
        { 'x-request-id': requestId },
      ),
  };
};
