import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { exchange } from '../../support/exchange.ts';
import { type FakeApp, startFakeApp } from './fake-app.ts';

let app: FakeApp;
/** Lets the slow answers out. */
let answer: () => void;
let reached: Promise<void>;
/** How many slow requests were carried out. */
let carriedOut: number;

beforeEach(async () => {
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  answer = gate.resolve;
  reached = arrived.promise;
  carriedOut = 0;
  const common = { audience: 'public', tags: ['Fake'], summary: 'Something' } as const;
  app = await startFakeApp([
    defineRoute({
      ...common,
      method: 'get',
      operationId: 'aRoute',
      path: '/slow',
      responses: { 200: z.object({ slow: z.boolean() }) },
      handler: async () => {
        carriedOut++;
        arrived.resolve();
        await gate.promise;
        return { body: { slow: true } };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      operationId: 'aRoute',
      path: '/echo',
      body: z.looseObject({}),
      responses: { 200: z.looseObject({}) },
      handler: ({ body }) => ({ body }),
    }),
  ]);
});
afterEach(() => app.close());

const HOST = 'Host: x\r\n';
const SLOW = `GET /v1/slow HTTP/1.1\r\n${HOST}\r\n`;

const LAST = SLOW.replace(HOST, `${HOST}Connection: close\r\n`);

/** The status of each answer that came, in their order. */
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map((match) => Number(match[1]));

describe('a broken request behind one that is not answered yet', () => {
  it.each([
    ['without a host', `GET /v1/slow HTTP/1.1\r\n\r\n`],
    ['with two hosts', `GET /v1/slow HTTP/1.1\r\n${HOST}hOST: y\r\n\r\n`],
    ['of HTTP/1.0 with two hosts', `GET /v1/slow HTTP/1.0\r\n${HOST}${HOST}\r\n`],
    ['that is no HTTP', 'EHLO tillstream\r\n\r\n'],
    ['whose body is broken', `POST /v1/echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ])('a broken request behind one that is not answered yet is refused in its turn: %s', async (_, broken) => {
    // In one piece: when the first has reached us, so has the last.
    const all = exchange(app.port, SLOW + SLOW + broken);
    await reached;
    answer();
    const text = await all;
    expect(statuses(text)).toEqual([200, 200, 400]);
    expect(text.match(/\{.*?\}/g)).toEqual([
      '{"slow":true}',
      '{"slow":true}',
      expect.stringContaining('http_malformed'),
    ]);
  });
});

describe('a request that expects something', () => {
  const echo = (version: string, headers: string) =>
    exchange(app.port, `POST /v1/echo HTTP/${version}\r\n${headers}Connection: close\r\nContent-Length: 2\r\n\r\n{}`);

  it('a request with Expect: 100-continue is told to continue', async () => {
    expect(statuses(await echo('1.1', `${HOST}Expect: 100-continue\r\n`))).toEqual([100, 200]);
    expect(statuses(await echo('1.1', `${HOST}Expect: cake\r\n`))).toEqual([200]);
    expect(statuses(await echo('1.0', 'Expect: 100-continue\r\n'))).toEqual([200]);
  });

  it('a request with Expect behind a refused one is not carried out, because its answer would be lost', async () => {
    const text = await exchange(app.port, `GET /v1/slow HTTP/1.1\r\n\r\n${SLOW}`);
    expect(statuses(text)).toEqual([400]);
    expect(carriedOut).toBe(0);
  });

  it.each(['100-continue', 'cake'])(
    'a request that expects something needs a host like any other: %s',
    async (expected) => {
      expect(statuses(await echo('1.1', `Expect: ${expected}\r\n`))).toEqual([400]);
    },
  );
});

it('an address without a path is answered, logged and counted as every error is', async () => {
  const asked = `GET http:// HTTP/1.1\r\n${HOST}X-Request-Id: mine\r\nConnection: close\r\n\r\n`;
  const [head, body] = (await exchange(app.port, asked)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 400 /);
  expect(head).toContain('X-Request-Id: mine');
  expect(JSON.parse(body!)).toMatchObject({ code: 'path_malformed', request_id: 'mine' });
  await vi.waitFor(() => expect(app.logs).toMatchObject([{ route: 'none', status: 400, request_id: 'mine' }]));
});

describe('requests that do not wait for the answers before them', () => {
  it('64 wait behind the first; the next is told to come later, and ends the connection', async () => {
    const all = exchange(app.port, SLOW.repeat(70));
    await reached;
    answer();
    const text = await all;
    expect(statuses(text)).toEqual([...Array(65).fill(200), 429]);
    expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toMatch(/Retry-After: 1\r\n.*"code":"rate_limited"/s);
    expect(carriedOut).toBe(65);
  });

  it('those that were answered make room for others', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const all = exchange(app.port, SLOW.repeat(65), first.promise, SLOW.repeat(64), second.promise, LAST);
    await reached;
    answer();
    await vi.waitFor(() => expect(app.logs).toHaveLength(65));
    first.resolve();
    await vi.waitFor(() => expect(app.logs).toHaveLength(129));
    second.resolve();
    expect(statuses(await all)).toEqual(Array(130).fill(200));
  });

  it('a flood of them is cut off at once, though none was answered', async () => {
    // The system tells the client of it by an end or by a reset.
    const text = await exchange(app.port, SLOW.repeat(2_000)).catch(() => '');
    expect(text).toBe('');
    expect(carriedOut).toBeLessThanOrEqual(65);
  });
});
