// A database of its own: the demo brand is made once in a database.

import crypto, { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import PQueue from 'p-queue';
import { pino } from 'pino';
import sharp from 'sharp';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OperationExample } from '../../src/api/http/openapi/with-examples.ts';
import { commandRegistry } from '../../src/commands/all-commands.ts';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { seedDemoBrand } from '../../src/demo/run-demo.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { demoVenue } from '../support/demo-venue.ts';
import { type Examples, exampleOf, exampleProblems } from '../support/examples.ts';
import { fittingBody } from '../support/fitting/fitting.ts';
import { createFittingWorld } from '../support/fitting/world.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { casesOf } from '../support/isolation/requests.ts';
import { createWorld, day } from '../support/isolation/world.ts';
import { startPartner } from '../support/loyalty.ts';
import { invite, openBrowser, PASSWORD } from '../support/people.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

const FILE = new URL('../../src/api/http/openapi/examples.generated.json', import.meta.url);

/**
 * Made again, an example is the same: ids are counted and not drawn, the clock stands still, and one request is sent after
 * the other, so that numbers are given in one order.
 */
const makeSteady = (): void => {
  const { randomUUID: drawn } = crypto;
  const dispatcher = getGlobalDispatcher();
  onTestFinished(() => {
    crypto.randomUUID = drawn;
    syncBuiltinESMExports();
    setGlobalDispatcher(dispatcher);
    vi.useRealTimers();
  });
  let counted = 0;
  crypto.randomUUID = () => `7b1c5f00-0000-4000-8000-${(++counted).toString(16).padStart(12, '0')}`;
  syncBuiltinESMExports();
  setGlobalDispatcher(new Agent({ connections: 1, pipelining: 1 }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T09:00:00.250Z') });
};

/** The demo makes many things at once, else. */
const oneByOne = (tillstream: TestApp['tillstream']): TestApp['tillstream'] => {
  const queue = new PQueue({ concurrency: 1 });
  const openBus: typeof tillstream.openBus = (secrets) => {
    const bus = tillstream.openBus(secrets);
    return { ...bus, execute: (...sent) => queue.add(() => bus.execute(...sent)) };
  };
  return { ...tillstream, openBus };
};

/** They are not of the API, so what describes it knows nothing of them. */
const OPERATIONAL = new Map([
  ['isLive', []],
  ['isReady', []],
]);

/** Examples that still fit: they stay as they are, so that a change shows itself alone. */
const kept = async (): Promise<[operationId: string, example: OperationExample][]> => {
  const known = JSON.parse(readFileSync(FILE, 'utf8')) as Examples;
  const problems = await exampleProblems(known);
  return Object.entries(known).filter(
    ([operationId]) => (problems.get(operationId) ?? OPERATIONAL.get(operationId))?.length === 0,
  );
};

/** `npm run docs:examples` asks every operation of a running demo, and writes down what was sent and answered. */
describe.runIf(process.env.WRITE_EXAMPLES !== undefined)('examples of the document', () => {
  test('each operation of the demo answers a request that fits', { timeout: 300_000 }, async () => {
    makeSteady();
    const loyalty = await startPartner();
    onTestFinished(() => loyalty.close());
    const clock = createClock(new Date().toISOString());
    const app = await startTestApp({ clock: clock.read, outboundAllowPrivate: true });
    onTestFinished(() => app.stop());
    await seedDemoBrand(oneByOne(app.tillstream), pino({ level: 'silent' }));
    const operations: ReadonlyMap<string, string> = new Map(
      app.tillstream.groups.flatMap(({ base, routes }) =>
        routes.map((route) => [`${route.method} ${base}${route.path}`, route.operationId] as const),
      ),
    );
    const found = new Map(process.env.WRITE_EXAMPLES === 'all' ? [] : await kept());
    const note = (place: string, sent: Sent, { status, body }: HttpAnswer): void => {
      const operationId = operations.get(place) ?? place;
      if (status > 201 || typeof body !== 'object' || found.has(operationId)) return;
      found.set(operationId, exampleOf({ ...sent, answer: body }));
    };

    await noteByHand(await demoVenue(app), note);
    // What the demo has is asked there; what needs a venue of the tests, in one.
    for (const venue of [await demoVenue(app), await createVenue(app)]) {
      await noteRoutes(app, venue, note);
      const world = await createFittingWorld({ app, venue, clock, loyalty });
      for (const type of commandRegistry.keys()) {
        const place = `post /venue/v1/commands/${type}`;
        if (found.has(operations.get(place)!)) continue;
        try {
          const body = { command_id: randomUUID(), actor: 'Азиз', ...(await fittingBody(world, type)) };
          const client = type === 'CreateBrand' ? await app.platform() : venue.till;
          note(place, { body }, await client.post(`/venue/v1/commands/${type}`, body));
        } catch {
          // It does not fit here: the other venue is tried.
        }
      }
      const commands = [{ command_id: randomUUID(), type: 'AcceptOrder', order_id: 999_999_999 }];
      note(
        'post /venue/v1/commands',
        { body: { commands } },
        await venue.till.post('/venue/v1/commands', { commands }),
      );
      const fields = { hall_id: 999_999_999, name: '1' };
      const body = { commands: [{ command_id: randomUUID(), type: 'DefineTable', fields }] };
      note('post /venue/v1/command-check', { body }, await venue.till.post('/venue/v1/command-check', body));
    }
    await notePeople(app, note);
    const token = await app.anonymous.post('/v1/auth/token', { api_key: DEMO_KEYS.partner });
    note('post /v1/auth/token', { body: { api_key: DEMO_KEYS.partner } }, token);
    for (const [operationId, path] of [
      ['isLive', '/health/live'],
      ['isReady', '/health/ready'],
    ] as const) {
      note(operationId, {}, await app.anonymous.get(path));
    }
    const sorted = Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(FILE, `${JSON.stringify(sorted, null, 1)}\n`);
    console.log('without an example:', [...operations.values()].filter((id) => !found.has(id)).join(' '));
    expect(found.size).toBeGreaterThan(200);
  });
});

type Sent = Omit<OperationExample, 'answer'>;
type Note = (place: string, sent: Sent, answer: HttpAnswer) => void;

/** Those that only read come first: what the others change must not be missing there. */
const noteRoutes = async (app: TestApp, venue: TestVenue, note: Note): Promise<void> => {
  const world = await createWorld(app, venue);
  const cases = casesOf(app, world).filter(({ isCommand }) => !isCommand);
  for (const one of [...cases.filter(({ isRead }) => isRead), ...cases.filter(({ isRead }) => !isRead)]) {
    for (const sent of [one.bare, one.sent]) note(one.place, sent as Sent, await one.send(sent));
  }
};

const notePeople = async (app: TestApp, note: Note): Promise<void> => {
  const { brand_id } = await createVenue(app);
  const { login, invitation } = await invite(app, brand_id, 'owner');
  const browser = openBrowser(app.url);
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const { status, body: answer } = await browser.ask(method.toUpperCase(), path, body);
    note(`${method} ${path}`, body ? { body } : {}, { status, body: answer, headers: new Headers() });
  };
  await ask('post', '/venue/v1/session/accept', { invitation, password: PASSWORD });
  await ask('post', '/venue/v1/session', { login, password: PASSWORD });
  await ask('get', '/venue/v1/session');
  await ask('get', '/venue/v1/sessions');
  const other = openBrowser(app.url);
  const { body: signedIn } = await other.ask('POST', '/venue/v1/session', { login, password: PASSWORD });
  const { session_id } = signedIn.session;
  const ended = await browser.ask('DELETE', `/venue/v1/sessions/${session_id}`);
  note('delete /venue/v1/sessions/:session_id', { params: { session_id } }, { ...ended, headers: new Headers() });
  await ask('post', '/venue/v1/session/password', { old: PASSWORD, new: `${PASSWORD} staple` });
  await ask('delete', '/venue/v1/session');
};

/** What a reader begins with, and what needs something else first. */
const noteByHand = async ({ partner, till, ...venue }: TestVenue, note: Note): Promise<void> => {
  const ask = async (method: string, path: string, asked: Sent, client = partner): Promise<HttpAnswer> => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => String(asked.params?.[name]));
    const query = new URLSearchParams((asked.query ?? {}) as Record<string, string>);
    const headers = { 'content-type': 'application/json' };
    const sent = asked.body === undefined ? {} : { body: JSON.stringify(asked.body), headers };
    const answer = await client.send(method.toUpperCase(), `${filled}${query.size > 0 ? `?${query}` : ''}`, sent);
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    note(`${method} ${path}`, asked, answer);
    return answer;
  };
  const picture = await sharp({ create: { width: 1_600, height: 1_067, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer();
  const asPicture = { headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(picture) };
  note('post /venue/v1/images', {}, await till.send('POST', '/venue/v1/images', asPicture));
  await ask('get', '/venue/v1/images', { query: { sha256: [crypto.hash('sha256', picture)] } }, till);
  const { point_id, table_id, products } = venue;
  const items = [
    { product_id: products.plov, quantity: 2, modifiers: [{ product_id: products.small, quantity: 1 }] },
    { product_id: products.tea, quantity: 1 },
  ];
  const client = { phone: '+998901234567', name: 'Азиза' };
  const order = { point_id, order_type_id: 2, payment_type_id: venue.cash, client, items, external_id: 'shop-1042' };
  await ask('post', '/v1/orders/calculate', { body: { point_id, items } });
  const { order_id } = (await ask('post', '/v1/orders', { body: order })).body;
  await ask('get', '/v1/orders/:order_id', { params: { order_id } });
  const query = { changed_since: '2026-03-01T00:00:00Z' };
  await ask('get', '/v1/orders', { query });
  const { payment_types } = (await partner.get(`/v1/payment-types?point_id=${point_id}`)).body;
  const online = payment_types.find((type: { category_id: number }) => type.category_id === 5).id;
  const unpaid = (await partner.post('/v1/orders', { ...order, payment_type_id: online, external_id: 'shop-1043' }))
    .body;
  const payment = { provider_payment_id: 'pi_3Q7fXa', amount: unpaid.total_amount };
  await ask('post', '/v1/orders/:order_id/payment', { params: { order_id: unpaid.order_id }, body: payment });

  const { phone } = { phone: '+998901112233' };
  await ask('post', '/v1/clients/auth/send-code', { body: { phone } });
  const [text] = (await till.get('/venue/v1/sms-outbox')).body.messages;
  const otp = /\d{6}/.exec(text.text)![0];
  await ask('post', '/v1/clients/auth/verify-code', { body: { phone, otp, name: 'Азиза' } });

  const booking = {
    point_id,
    external_id: 'booking-7',
    table_id,
    date: day(20),
    start_time: '19:00',
    guests: 2,
    guest: client,
    deposit: { amount: 100_000, payment_type_id: venue.cash },
  };
  const { id: reservation_id } = (await ask('post', '/v1/reservations', { body: booking })).body;
  await ask('post', '/v1/reservations/:reservation_id/cancel', {
    params: { reservation_id },
    body: { reason: 'Гость заболел', cancelled_by: 'guest', deposit_status: 'refunded' },
  });
  const { id: missed } = (await partner.post('/v1/reservations', { ...booking, external_id: 'booking-8' })).body;
  await command(till, 'CancelReservation', { reservation_id: missed });
  const outcome = { params: { reservation_id: missed }, body: { status: 'refunded' } };
  await ask('post', '/v1/reservations/:reservation_id/deposit', outcome);

  await command(till, 'ConfigureWebhook', { key_id: venue.partnerKeyId, url: 'https://shop.example/tillstream' });
  await ask('post', '/v1/webhooks/test', { body: { event: 'order.created' } });
};
