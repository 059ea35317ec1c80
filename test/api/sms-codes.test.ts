// A database of its own: its apps send codes in other ways than usual.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createNameResolver } from '../../src/processes/outbound/name-resolver.ts';
import { createHttpGateway } from '../../src/sms/http-gateway.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createAppDatabase } from '../support/database.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const start = async ({ database, ...options }: TestAppOptions): Promise<{ app: TestApp; venue: TestVenue }> => {
  const app = database ? await startTestApp({ ...options, database }) : await startVenueApp(options);
  closing.push(() => app.stop());
  return { app, venue: await createVenue(app) };
};

/** A gateway of somebody else's: what it was sent, and the status it answers next. */
const startGateway = async () => {
  const received: { phone: string; text: string }[] = [];
  const statuses: number[] = [];
  const server = createServer(async (req, res) => {
    received.push((await json(req)) as { phone: string; text: string });
    res.writeHead(statuses.shift() ?? 200).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { received, statuses, sms: createHttpGateway({ url, lookup: createNameResolver(), delay: async () => {} }) };
};

const sendCode = ({ partner }: TestVenue, phone: string) => partner.post('/v1/clients/auth/send-code', { phone });
const verify = ({ partner }: TestVenue, phone: string, otp: string, name?: string) =>
  partner.post('/v1/clients/auth/verify-code', { phone, otp, name });
const codeOf = (text: string): string => /\d{6}/.exec(text)![0];

test('a code arrives through a gateway, and a gateway that fails leaves the guest free to ask again', async () => {
  const { received, statuses, sms } = await startGateway();
  const { venue } = await start({ sms, smsOutbox: undefined });
  const phone = '+998901234567';
  statuses.push(503, 503, 503);
  const failed = await sendCode(venue, phone);
  expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
  statuses.push(500, 200);
  expect((await sendCode(venue, '90 123-45-67')).status).toBe(200);
  expect(received).toHaveLength(5);
  expect(received[4]).toEqual({ phone, text: expect.stringMatching(/^Your code: \d{6}\./) });
  expect((await sendCode(venue, phone)).status).toBe(429);
  expect((await verify(venue, phone, codeOf(received[4]!.text))).status).toBe(200);
});

test('without a gateway, outside of the demo, codes are 409 and there is no outbox', async () => {
  const { venue } = await start({ smsOutbox: undefined });
  expect(await sendCode(venue, '+998901234567')).toMatchObject({ status: 409, body: { code: 'sms_not_configured' } });
  expect((await sendCode(venue, '12')).status).toBe(400);
  expect((await venue.till.get('/venue/v1/sms-outbox')).status).toBe(404);
});

test('a key sends so many codes a minute, and its other requests go on', async () => {
  const { venue } = await start({ limits: { perKey: 1e9, token: 1e9, reports: 1e9, send_code: 3 } });
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await sendCode(venue, `+99890123450${n}`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await verify(venue, '+998901234500', 'x')).status).toBe(400);
});

test('a phone is sent ten codes a day, and the eleventh is refused with when to come again', async () => {
  const clock = createClock();
  const { venue } = await start({ clock: clock.read });
  const phone = '+998901234567';
  for (let n = 0; n < 10; n++) {
    expect((await sendCode(venue, phone)).status).toBe(200);
    clock.move(60_000);
  }
  const refused = await sendCode(venue, phone);
  expect(refused).toMatchObject({ status: 429, body: { code: 'codes_used_up_today', retry_after: 85_800 } });
  expect(refused.headers.get('retry-after')).toBe('85800');
  expect((await sendCode(venue, '+998901234568')).status).toBe(200);
});

test('the SMS outbox is for venues only', async () => {
  const { venue } = await start({});
  expect((await venue.partner.get('/venue/v1/sms-outbox')).status).toBe(403);
  expect((await venue.till.get('/venue/v1/sms-outbox')).body).toEqual({ messages: [] });
});

const withoutIds = (line: string): string =>
  line.replace(/"(time|duration_ms)":[\d.]+/g, '').replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');

test('no line of the log tells a code, a phone or a name', async () => {
  const lines: string[] = [];
  const into = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const { received, statuses, sms } = await startGateway();
  const options = { log: pino({ level: 'trace' }, into) };
  const { venue } = await start(options);
  const gated = await start({ ...options, sms });
  const phone = '+998935556677';
  const name = 'Gulnora Unutilmas';
  const { partner, till } = venue;

  await sendCode(venue, phone);
  const code = codeOf((await till.get('/venue/v1/sms-outbox')).body.messages[0].text);
  await sendCode(venue, phone);
  const wrong = code === '123789' ? '123788' : '123789';
  await verify(venue, phone, wrong, name);
  const { client_id } = (await verify(venue, phone, code, name)).body;
  await verify(venue, phone, code, name);
  await partner.post('/v1/orders', orderBody(venue, { client: { phone, name } }));
  await partner.post('/v1/orders', orderBody(venue, { client: { phone, name: `${name}\0` } }));
  await partner.post(`/v1/clients/${client_id}/addresses`, { latitude: 1, longitude: 2, name: 'Unutilmas 1' });
  await partner.get(`/v1/clients/${client_id}?phone=${encodeURIComponent(phone)}`);
  await partner.send('POST', '/v1/clients/auth/send-code', {
    headers: { 'content-type': 'application/json' },
    body: `{"phone": "${phone}"`,
  });
  statuses.push(400);
  expect((await sendCode(gated.venue, phone)).status).toBe(503);
  await sendCode(gated.venue, phone);
  await gated.app.tillstream.pool.query('drop table app.phone_codes');
  expect((await sendCode(gated.venue, phone)).status).toBe(500);
  expect((await verify(gated.venue, phone, codeOf(received[1]!.text), name)).status).toBe(500);

  // Ids and times are made of digits too.
  const log = lines.map(withoutIds).join('');
  expect(log).toContain('an SMS waits at GET /venue/v1/sms-outbox');
  expect(log).toContain('the SMS gateway answered 400');
  expect(log).toContain('/v1/clients/auth/verify-code');
  const secrets = [code, wrong, ...received.map(({ text }) => codeOf(text)), '935556677', '93 555', 'Unutilmas'];
  for (const secret of secrets) expect(log).not.toContain(secret);
});

test('two processes make one client of one phone, and each hears of the other’s names', async () => {
  const database = await createAppDatabase();
  closing.push(() => database.drop());
  const one = await start({ database });
  const two = await startTestApp({ database });
  closing.push(() => two.stop());
  const { till, partner } = one.venue;
  const key = await till.post('/venue/v1/commands/IssueKey', {
    command_id: crypto.randomUUID(),
    audience: 'partner',
    name: 'second',
    showcase_ids: [one.venue.menu_id],
  });
  const there = { ...one.venue, partner: await two.client(key.body.result.api_key) };
  const place = async (venue: TestVenue, phone: string, name: string): Promise<number> => {
    const placed = await venue.partner.post('/v1/orders', orderBody(venue, { client: { phone, name } }));
    expect(placed.status).toBe(200);
    return (await till.get(`/venue/v1/orders/${placed.body.order_id}`)).body.client.client_id;
  };

  for (let round = 0; round < 5; round++) {
    const phone = `+99890777000${round}`;
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) => place(n % 2 ? there : one.venue, phone, 'Aziza')),
    );
    expect(new Set(ids).size).toBe(1);
    expect((await partner.get(`/v1/clients/${ids[0]}`)).body).toMatchObject({ orders_count: 20, name: 'Aziza' });
  }

  const phone = '+998907770009';
  const client_id = await place(one.venue, phone, 'Aziza');
  await place(there, phone, 'Gulnora');
  // Here the client is remembered as Aziza, until the other process is heard of.
  await expect
    .poll(async () => {
      await place(one.venue, phone, 'Aziza');
      return (await partner.get(`/v1/clients/${client_id}`)).body.name;
    })
    .toBe('Aziza');
});
