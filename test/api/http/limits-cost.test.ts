import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpError } from '../../../src/api/http/errors.ts';
import { createLimiter } from '../../../src/api/http/limits.ts';
import { createPipeline } from '../../../src/api/http/pipeline.ts';
import { defineRoute } from '../../../src/api/http/route.ts';
import { orderRoutes } from '../../../src/api/partner/orders.ts';
import { commandRoutes } from '../../../src/api/venue/commands.ts';
import { bindCommands } from '../../../src/commands/bus/command.ts';
import { chequeItemCommands } from '../../../src/commands/orders/cheque-items.ts';
import { createMemoryCounter } from '../../support/memory-counter.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';
import { fakeRoutes, getThing } from './fake-routes.ts';

const till = { ...partnerKey, key_id: 'till', audience: 'venue' as const };
/** Takes any body. */
const upload = defineRoute({
  method: 'post',
  operationId: 'aRoute',
  path: '/uploads',
  audience: 'partner',
  tags: ['Fake'],
  summary: 'Anything',
  body: z.unknown(),
  responses: { 200: z.object({}) },
  handler: () => ({ body: {} }),
});

let app: FakeApp;
let carriedOut: number;
afterEach(() => app?.close());

const start = async (perKey: number) => {
  carriedOut = 0;
  const execute = async () => {
    carriedOut++;
    return { command_id: crypto.randomUUID(), status: 'accepted' as const, position: 1, result: {} };
  };
  const bus = { definitions: new Map(), execute };
  const commands = commandRoutes({ bus, openTrial: () => bus });
  app = await startFakeApp([...fakeRoutes, upload, ...commands], { perKey, bodyLimit: 10_000_000 });
  app.keys.set(till.key_id, till);
};

const sendBatch = async (entries: number) => {
  const json = { commands: Array.from({ length: entries }, () => ({ type: 'AcceptOrder' })) };
  const { status, headers } = await app.ask('POST', '/v1/commands', { token: app.tokenOf(till), json });
  return { status, left: Number(headers.get('ratelimit-remaining')) };
};

it('what a key may not do counts as a request', async () => {
  await start(3);
  const token = app.tokenOf();
  const statuses: number[] = [];
  for (const path of ['/v1/report', '/v1/commands', '/v1/report', '/v1/report', '/v1/things/1']) {
    statuses.push((await app.ask(path === '/v1/commands' ? 'POST' : 'GET', path, { token })).status);
  }
  expect(statuses).toEqual([403, 403, 403, 429, 429]);
});

it('a batch costs a point more for each ten entries', async () => {
  await start(1_200);
  const left: number[] = [];
  for (const entries of [1, 9, 10, 500]) left.push((await sendBatch(entries)).left);
  expect(left).toEqual([1_199, 1_198, 1_196, 1_145]);
});

/** An order of so many lines, half of them modifiers. */
const itemsOf = (lines: number) =>
  Array.from({ length: lines / 2 }, () => ({
    product_id: 1,
    quantity: 1,
    modifiers: [{ product_id: 2, quantity: 1 }],
  }));

it('an entry of a batch costs a point more for each 50 lines that it brings, wherever they stand', async () => {
  await start(1_200);
  const costOf = async (...commands: object[]) => {
    const { headers } = await app.ask('POST', '/v1/commands', { token: app.tokenOf(till), json: { commands } });
    return Number(headers.get('ratelimit-remaining'));
  };
  const [few, many] = [itemsOf(48), itemsOf(1_000)];
  expect(await costOf({ type: 'OpenCheque', items: few })).toBe(1_199);
  expect(await costOf({ type: 'OpenCheque', items: many })).toBe(1_198 - 20);
  expect(await costOf({ type: 'AddItems', fields: { items: many } }, { type: 'AddItems', items: many })).toBe(
    1_177 - 40,
  );
});

it('an order, its calculation and a command that brings items cost a point more for each 50 lines', () => {
  const definitions = new Map(bindCommands(chequeItemCommands, {} as never).map((it) => [it.type, it]));
  const bus = { definitions, execute: () => Promise.reject(new Error()) };
  const ofPartners = orderRoutes({} as never, () => Promise.reject(new Error()));
  const routes = [...ofPartners, ...commandRoutes({ bus, openTrial: () => bus })];
  const wanted = new Set(['placeOrder', 'calculateOrder', 'addItems']);
  const costs = routes.filter(({ operationId }) => wanted.has(operationId)).map(({ cost }) => cost);
  expect(costs).toHaveLength(3);
  for (const cost of costs)
    expect([0, 48, 50, 1_000].map((lines) => cost?.({ items: itemsOf(lines) }))).toEqual([0, 0, 1, 20]);
});

it('a till that was offline sends 500 commands again and again, and is not refused', async () => {
  await start(1_200);
  for (let sent = 0; sent < 20; sent++) expect((await sendBatch(500)).status).toBe(200);
  expect(carriedOut).toBe(10_000);
});

it.for([1, 20, 30])(
  'a batch that costs more than a window of %i has is carried out, and uses the window up',
  async (max) => {
    await start(max);
    expect(await sendBatch(500)).toEqual({ status: 200, left: 0 });
    expect(await sendBatch(1)).toEqual({ status: 429, left: 0 });
    expect(carriedOut).toBe(500);
  },
);

it('of batches that come at once no more than one gets through beyond the limit', async () => {
  await start(100);
  const answers = await Promise.all(Array.from({ length: 60 }, () => sendBatch(500)));
  // Each takes its one point before its body is read; 50 more are charged after that.
  const through = answers.filter(({ status }) => status === 200).length;
  expect(through).toBeGreaterThan(0);
  expect(through).toBeLessThanOrEqual(3);
  expect(carriedOut).toBe(through * 500);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - through);
});

it('a large body costs a point for each 64 KB, also where it can not be read', async () => {
  await start(100);
  const token = app.tokenOf();
  const left = async (raw: string) => {
    const asked = { token, raw, headers: { 'content-type': 'application/json' } };
    return Number((await app.ask('POST', '/v1/uploads', asked)).headers.get('ratelimit-remaining'));
  };
  // As 500 attendance events are.
  expect(await left(JSON.stringify('x'.repeat(400_000)))).toBe(99);
  expect(await left(JSON.stringify('x'.repeat(1024 ** 2 - 2)))).toBe(99 - 9);
  expect(await left('x'.repeat(1024 ** 2))).toBe(90 - 9);
});

it('refusals of callers without a good token are held at a pace', async () => {
  const limiter = createLimiter({
    limits: { perKey: 1, token: 1, reports: 1, send_code: 1 },
    counter: createMemoryCounter(),
  });
  const hold = (ip: string) => limiter.delayStranger({ ip } as Parameters<typeof limiter.delayStranger>[0]);
  const started = performance.now();
  await Promise.all(Array.from({ length: 700 }, () => hold('192.0.2.1')));
  expect(performance.now() - started).toBeGreaterThan(300);
});

it('a caller without a good token is held back for a while, and then told so', async () => {
  app = await startFakeApp([]);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const callerOf = () => Promise.reject(new HttpError(401, 'invalid_token'));
  const options = {
    authenticator: { callerOf },
    limiter: { delayStranger: () => held },
    bodyReaderOf: () => undefined,
  };
  const handle = createPipeline(getThing, '/v1/things/:thing_id', options as never);
  let isTold = false;
  const handled = handle({ headers: {} } as never, { locals: {} } as never, () => {});
  const told = Promise.resolve(handled).catch(() => (isTold = true));
  await new Promise(setImmediate);
  expect(isTold).toBe(false);
  release();
  await told;
  expect(isTold).toBe(true);
});
