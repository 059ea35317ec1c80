import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createLeases } from '../../../src/api/http/leases.ts';
import { defineRoute } from '../../../src/api/http/route.ts';
import { createMemoryCounter } from '../../support/memory-counter.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';
import { fakeRoutes } from './fake-routes.ts';

let app: FakeApp;
afterEach(() => app?.close());

const keysOf = (count: number, brand_id = partnerKey.brand_id, perMinute = 1_000) =>
  Array.from({ length: count }, (_, index) => {
    const key = { ...partnerKey, brand_id, key_id: `${brand_id}-${index}`, requests_per_minute: perMinute };
    app.keys.set(key.key_id, key);
    return key;
  });

/** How many of so many requests of a key are answered. */
const ask = async (key: typeof partnerKey, times: number): Promise<number> => {
  const token = app.tokenOf(key);
  let answered = 0;
  for (let index = 0; index < times; index++) {
    const { status, body } = await app.ask('GET', '/v1/things/1', { token });
    expect([200, 429]).toContain(status);
    if (status === 429) expect(body).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
    else answered++;
  }
  return answered;
};

it('the limit of a brand holds all its keys together, and slows no other brand', async () => {
  app = await startFakeApp(fakeRoutes, { perKey: 50, perBrand: 100 });
  const keys = keysOf(10, partnerKey.brand_id, 50);
  const answered = await Promise.all(keys.map((key) => ask(key, 20)));
  expect(answered.reduce((sum, one) => sum + one, 0)).toBe(100);
  expect(await app.registry.metrics()).toContain('tillstream_too_many_requests_total{reason="brand"} 100');
  const [other] = keysOf(1, 'another');
  expect(await ask(other!, 50)).toBe(50);
});

it('keys that take more than their share leave a fifth to those that take less', async () => {
  app = await startFakeApp(fakeRoutes, { perKey: 90, perBrand: 100 });
  const [greedy, till] = keysOf(2, partnerKey.brand_id, 90);
  expect(await ask(till!, 1)).toBe(1);
  expect(await ask(greedy!, 90)).toBe(79);
  expect(await ask(till!, 30)).toBe(20);
});

it('a brand has as much as any of its keys, and what a key may not do costs its brand nothing', async () => {
  app = await startFakeApp(fakeRoutes, { perKey: 5, perBrand: 20 });
  const [large] = keysOf(1, 'large', 40);
  expect(await ask(large!, 50)).toBe(40);
  const [small, other] = keysOf(2, 'small', 5);
  expect(await ask(small!, 30)).toBe(5);
  expect(await ask(other!, 5)).toBe(5);
});

it('reports cost a brand more than other requests', async () => {
  app = await startFakeApp(fakeRoutes, { perKey: 20, perBrand: 30 });
  const [key] = keysOf(1, 'reports', 30);
  app.keys.set(key!.key_id, { ...key!, permissions: ['reports'] });
  const token = app.tokenOf(key!);
  for (let times = 0; times < 2; times++) expect((await app.ask('GET', '/v1/report', { token })).status).toBe(200);
  expect(await ask(key!, 20)).toBe(10);
});

it('a brand whose requests all hang holds up no other brand', async () => {
  const gate = Promise.withResolvers<void>();
  const hanging = defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/hanging',
    audience: 'partner',
    tags: ['Fake'],
    summary: 'Hangs',
    responses: { 200: z.object({}) },
    handler: async () => {
      await gate.promise;
      return { body: {} };
    },
  });
  app = await startFakeApp([...fakeRoutes, hanging], { door: { alone: 4, besideOthers: 2, waiting: 3 } });
  const [heavy] = keysOf(1);
  const [light] = keysOf(1, 'light');
  const asked = Array.from({ length: 10 }, () => app.ask('GET', '/v1/hanging', { token: app.tokenOf(heavy!) }));
  expect(await ask(light!, 10)).toBe(10);
  gate.resolve();
  const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429]);
  expect(await app.registry.metrics()).toContain('tillstream_too_many_requests_total{reason="door"} 3');
});

it('points that are given back are used again, and never those of others', async () => {
  const leases = createLeases({ counter: createMemoryCounter(), windowMs: 60_000 });
  expect(await leases.take('brand', 2_400, 1)).toMatchObject({ isWithin: true, used: 1 });
  leases.giveBack('brand', 1);
  expect(leases.take('brand', 2_400, 1)).toMatchObject({ used: 1 });
  leases.giveBack('brand', 5);
  expect(leases.take('brand', 2_400, 2)).toMatchObject({ used: 2 });
});
