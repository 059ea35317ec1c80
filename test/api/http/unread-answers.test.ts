import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { exchange } from '../../support/exchange.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const MB = 1024 ** 2;
const LARGE = 12 * MB;
const SOON = { timeout: 15_000, interval: 20 };
const tags = ['Fake'];
const rows = Array.from({ length: 12_000 }, (_, id) => ({ id, text: 'x'.repeat(1_000) }));

const routes = [
  defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/bytes',
    audience: 'partner',
    tags,
    summary: 'Bytes of its own',
    responses: { 200: { contentType: 'text/plain', description: 'Bytes' } },
    handler: () => ({ bytes: Buffer.alloc(LARGE, 120), contentType: 'text/plain' }),
  }),
  defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/rows',
    audience: 'partner',
    tags,
    summary: 'Many rows',
    responses: { 200: z.object({ rows: z.array(z.object({ id: z.int(), text: z.string() })) }) },
    handler: () => ({ body: { rows } }),
  }),
  defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/stream',
    audience: 'partner',
    tags,
    summary: 'A stream of large parts',
    responses: { 200: { contentType: 'text/plain', description: 'Bytes' } },
    handler: () => ({
      contentType: 'text/plain',
      stream: async (out) => {
        for (let part = 0; part < 12; part++) await out.write(Buffer.alloc(MB, 120));
      },
    }),
  }),
  defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/small',
    audience: 'partner',
    tags,
    summary: 'Small',
    responses: { 200: z.object({ ok: z.boolean() }) },
    handler: () => ({ body: { ok: true } }),
  }),
];
const other = { ...partnerKey, key_id: 'other', brand_id: 'other-brand' };

let app: FakeApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

const start = async (stalledMs = 1_000) => {
  app = await startFakeApp(routes, { readers: { stalledMs }, checkResponses: false });
  app.keys.set('other-key', other);
};

const requestTo = (path: string, { key = partnerKey, method = 'GET' } = {}) =>
  `${method} /v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.tokenOf(key)}\r\n\r\n`;

/** Sends requests over one connection, and reads nothing. */
const askAndReadNothing = async (requests: string): Promise<Socket> => {
  const socket = connect(app.port, '127.0.0.1').pause();
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(requests);
  return socket;
};

/**
 * What the process holds by itself. Its resident size also has what other files of tests have left. The bytes of buffers that
 * one collection finds are given back by another thread, which may be late on a busy machine. The next collection waits for it.
 */
const heldBytes = (): number => {
  for (let round = 0; round < 2; round++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const unread = async (): Promise<number> =>
  Number(/^tillstream_unread_answer_bytes (\d+)$/m.exec(await app.registry.metrics())![1]);
const answered = (status: number) =>
  app.logs.filter((line) => line.msg === 'request' && line.status === status && line.aborted === undefined).length;
const cut = () => app.logs.filter((line) => line.msg === 'request' && line.aborted === true).length;

it.each(['/bytes', '/rows'])(
  '58 answers that nobody reads hold bounded memory, further ones are refused, all are cut off, and a neighbour is answered: %s',
  async (path) => {
    await start();
    const before = heldBytes();
    await Promise.all(Array.from({ length: 58 }, () => askAndReadNothing(requestTo(path))));
    await vi.waitFor(() => expect(answered(429)).toBeGreaterThan(30), SOON);
    expect(await unread()).toBeLessThanOrEqual(32 * MB);
    // All of them are 700 MB. Two are held, and some are being written just now.
    expect(heldBytes() - before).toBeLessThan(150 * MB);
    const token = app.tokenOf(other);
    expect((await app.ask('GET', '/v1/small', { token })).status).toBe(200);
    const whole = await (await app.send('GET', `/v1${path}`, { token })).text();
    expect(whole.length).toBeGreaterThan(LARGE - MB);
    await vi.waitFor(() => expect(cut() + answered(429)).toBe(58), SOON);
    expect(await unread()).toBe(0);
    expect((await app.ask('GET', '/v1/small', { token: app.tokenOf() })).status).toBe(200);
  },
);

it('requests on one connection are answered one after another, hold as much as others do, and end with it', async () => {
  // So long that a collection of garbage can not hide what is held meanwhile.
  await start(2_000);
  await askAndReadNothing(requestTo('/bytes').repeat(10));
  // Two of them. The system has taken some megabytes of the first.
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(LARGE + 4 * MB), SOON);
  expect(await unread()).toBeLessThanOrEqual(32 * MB);
  await vi.waitFor(async () => expect(await unread()).toBe(0), SOON);
  // The key can go on.
  expect((await (await app.send('GET', '/v1/bytes', { token: app.tokenOf() })).text()).length).toBe(LARGE);
});

it('answers on one connection arrive whole and in order, large and small', async () => {
  await start();
  const last = requestTo('/small').replace('Host', 'Connection: close\r\nHost');
  const answer = await exchange(app.port, requestTo('/bytes') + requestTo('/small') + requestTo('/stream') + last);
  expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
  expect(answer.length).toBeGreaterThan(2 * LARGE);
  expect(answer).toMatch(/\{"ok":true\}$/);
});

it('an answer to HEAD tells the length, and holds nothing', async () => {
  await start();
  for (const path of ['/bytes', '/rows']) {
    const { status, headers } = await app.send('HEAD', `/v1${path}`, { token: app.tokenOf() });
    expect([status, Number(headers.get('content-length'))]).toEqual([200, expect.any(Number)]);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(LARGE - MB);
  }
  expect(await unread()).toBe(0);
});

it('a stream that nobody reads holds one part, and is visibly cut off', async () => {
  await start();
  const socket = await askAndReadNothing(requestTo('/stream'));
  await vi.waitFor(() => expect(cut()).toBe(1), SOON);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.resume();
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
});

it('a reader that takes 100 kB a second is not cut off, though the system holds megabytes for it', async () => {
  await start(1_500);
  const socket = await askAndReadNothing(requestTo('/bytes'));
  const reading = setInterval(() => socket.read(Math.min(socket.readableLength, 10_000) || 1), 100);
  const until = performance.now() + 4_000;
  await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(until), SOON);
  clearInterval(reading);
  expect(cut()).toBe(0);
});
