// A database of its own: it counts the requests of several processes, and needs no app.

import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { LimiterOptions } from '../../src/api/http/limits.ts';
import { defineRoute } from '../../src/api/http/route.ts';
import { type Counter, createSharedCounter } from '../../src/api/http/shared-counter.ts';
import { createPool } from '../../src/database/connection.ts';
import { type FakeApp, partnerKey, startFakeApp } from '../api/http/fake-app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startFlood } from '../support/flood.ts';
import { createMemoryCounter } from '../support/memory-counter.ts';

const answer = z.object({ ok: z.boolean() });
const route = (path: string, limit?: 'reports' | 'send_code') =>
  defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path,
    audience: 'partner',
    tags: ['Fake'],
    summary: 'Something',
    ...(limit && { limit }),
    responses: { 200: answer },
    handler: () => ({ body: { ok: true } }),
  });
const ROUTES = [
  route('/things'),
  route('/reports/olap', 'reports'),
  route('/exports/orders', 'reports'),
  route('/attendance/shifts', 'reports'),
  route('/clients/auth/send-code', 'send_code'),
];

let database: TestDatabase;
const apps: FakeApp[] = [];
const pools: ReturnType<typeof createPool>[] = [];
let asked = 0;
/** Windows of one key in one test do not count in another. */
let key = partnerKey;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  key = { ...partnerKey, key_id: crypto.randomUUID() };
  asked = 0;
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

/** Counts the round trips. */
const watched = (counter: Counter): Counter => ({
  consume: (id, points) => {
    asked++;
    return counter.consume(id, points);
  },
});

/** As many processes as asked for, but for the memory they would not share. */
const startApps = async (limits: Partial<LimiterOptions['limits']> = {}, windowS = 60, count = 2) => {
  for (let i = 0; i < count; i++) {
    const pool = createPool(database.url, { max: 3, timeoutMs: 1_000 });
    const counter = watched(createSharedCounter({ pool, log: pino({ level: 'silent' }), windowS }));
    const app = await startFakeApp(ROUTES, { ...limits, counter, windowS, trustProxy: 1 });
    app.keys.set('partner-key', key);
    pools.push(pool);
    apps.push(app);
  }
};

const setKey = (fields: Partial<typeof key>) => {
  key = { ...key, ...fields };
  for (const app of apps) app.keys.set('partner-key', key);
};

/** Sends so many requests at once, in turn to each app, and tells how many were answered with each status. */
const flood = async (count: number, paths: readonly string[] = ['/v1/things']) => {
  const token = apps[0]!.tokenOf(key);
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => apps[i % apps.length]!.ask('GET', paths[i % paths.length]!, { token })),
  );
  const remaining = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  const tally = (status: number) => answers.filter((it) => it.status === status).length;
  return { accepted: tally(200), refused: tally(429), remaining: remaining.sort((a, b) => a - b) };
};

describe('limits of several processes on one database', () => {
  it('rate limits over several processes let exactly the limit of a key through, and tell each request its own place', async () => {
    await startApps();
    setKey({ requests_per_minute: 50 });
    const { accepted, refused, remaining } = await flood(200);
    expect([accepted, refused]).toEqual([50, 150]);
    expect(remaining).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('rate limits over several processes count one request after the other alike', async () => {
    await startApps({ perKey: 5 });
    const accepted: number[] = [];
    for (let i = 0; i < 10; i++) accepted.push((await flood(1)).accepted);
    expect(accepted).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  it('rate limits over several processes of reports are one for reports, exports and attendance shifts together', async () => {
    await startApps({ reports: 30 });
    const paths = ['/v1/reports/olap', '/v1/exports/orders', '/v1/attendance/shifts'];
    expect(await flood(90, paths)).toMatchObject({ accepted: 30, refused: 60 });
    expect(await flood(3)).toMatchObject({ accepted: 3 });
  });

  it('rate limits over several processes of a key count its reports too, however many reports it may have', async () => {
    await startApps({ perKey: 20, reports: 30 });
    expect(await flood(60, ['/v1/reports/olap'])).toMatchObject({ accepted: 20, refused: 40 });
    expect(await flood(1)).toMatchObject({ accepted: 0 });
  });

  it('rate limits over several processes of SMS codes are their own', async () => {
    await startApps({ send_code: 20, reports: 5 });
    expect(await flood(60, ['/v1/clients/auth/send-code'])).toMatchObject({ accepted: 20, refused: 40 });
    expect(await flood(5, ['/v1/reports/olap'])).toMatchObject({ accepted: 5 });
  });

  it('rate limits over several processes of tokens are counted by address', async () => {
    await startApps({ token: 10 });
    const from = async (address: string) => {
      const sent = Array.from({ length: 40 }, (_, i) =>
        apps[i % 2]!.ask('POST', '/v1/auth/token', {
          json: { api_key: i % 3 === 0 ? 'partner-key' : 'wrong' },
          headers: { 'x-forwarded-for': address },
        }),
      );
      return (await Promise.all(sent)).filter(({ status }) => status !== 429).length;
    };
    expect(await Promise.all([from('192.0.2.1'), from('2001:db8::1')])).toEqual([10, 10]);
  });

  it('rate limits over several processes begin anew when the window is over, as Retry-After had said', async () => {
    await startApps({ perKey: 4 }, 1);
    expect(await flood(20)).toMatchObject({ accepted: 4 });
    const { headers } = await apps[0]!.ask('GET', '/v1/things', { token: apps[0]!.tokenOf(key) });
    const waited = performance.now() + Number(headers.get('retry-after')) * 1_000;
    await vi.waitUntil(() => performance.now() >= waited, { interval: 10, timeout: 2_000 });
    expect(await flood(20)).toMatchObject({ accepted: 4 });
  });

  it('rate limits over several processes that are raised take points in bulk, and never let through more than all together', async () => {
    await startApps();
    setKey({ requests_per_minute: 12_000 });
    const token = apps[0]!.tokenOf(key);
    for (let i = 0; i < 40; i++) expect((await apps[0]!.ask('GET', '/v1/things', { token })).status).toBe(200);
    expect(asked).toBe(4);
    // What a process took and did not spend is not there for another: fewer than the limit, never more.
    setKey({ requests_per_minute: 2_400 });
    await database.pool.query('update app.rate_limits set points = 2370 where key = $1', [`key:${key.key_id}`]);
    const { accepted } = await flood(100);
    expect(accepted).toBeGreaterThanOrEqual(28);
    expect(accepted).toBeLessThanOrEqual(30);
  });

  it('rate limits over several processes that are raised are there to the last, however many wait while the next points are fetched', async () => {
    await startApps({}, 60, 1);
    setKey({ requests_per_minute: 6_000 });
    const token = apps[0]!.tokenOf(key);
    const ask = async () => (await apps[0]!.ask('GET', '/v1/things', { token })).status;
    expect(await ask()).toBe(200);
    await database.pool.query('update app.rate_limits set points = 5880 where key = $1', [`key:${key.key_id}`]);
    let accepted = 0;
    const askOn = async () => {
      while ((await ask()) === 200) accepted++;
    };
    await Promise.all(Array.from({ length: 8 }, askOn));
    // Four of the five that the first request fetched, and what was left for all.
    expect(accepted).toBe(4 + 120);
  });

  it('rate limits over several processes take effect at once when a key’s own limit is changed', async () => {
    await startApps();
    setKey({ requests_per_minute: 10 });
    expect(await flood(10)).toMatchObject({ accepted: 10 });
    expect(await flood(10)).toMatchObject({ accepted: 0 });
    setKey({ requests_per_minute: 15 });
    // What was asked for beyond the old limit counts as taken: fewer than 5, if anything.
    const { accepted } = await flood(40);
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(5);
    setKey({ requests_per_minute: 5 });
    expect(await flood(10)).toMatchObject({ accepted: 0 });
  });

  it('rate limits over several processes ask the database for a flood no more than a few times, and not at all once a window is used up', async () => {
    await startApps({ perKey: 20 });
    expect(await flood(300)).toMatchObject({ accepted: 20 });
    expect(asked).toBeLessThan(60);
    asked = 0;
    expect(await flood(300)).toMatchObject({ accepted: 0, refused: 300 });
    expect(asked).toBe(0);
  });

  it('rate limits over several processes are kept in a table from which what has expired is deleted', async () => {
    await startApps();
    await flood(2);
    const { rows } = await database.pool.query('select key, points from app.rate_limits where key = $1', [
      `key:${key.key_id}`,
    ]);
    expect(rows).toEqual([{ key: `key:${key.key_id}`, points: 2 }]);
  });
});

describe('while the database is away', () => {
  it('while the database is away each process counts on by itself, and answers no 5xx', async () => {
    await startApps({ perKey: 20 }, 60, 1);
    expect(await flood(15)).toMatchObject({ accepted: 15 });
    await pools.splice(0)[0]!.end();
    expect(await flood(50)).toEqual({ accepted: 5, refused: 45, remaining: [0, 1, 2, 3, 4] });
    const other = { ...partnerKey, key_id: crypto.randomUUID() };
    apps[0]!.keys.set('other', other);
    const { status, headers } = await apps[0]!.ask('GET', '/v1/things', { token: apps[0]!.tokenOf(other) });
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '19']);
  });

  it('while the database is away windows end when they would have, used up or not', async () => {
    await startApps({ perKey: 2 }, 1, 1);
    await pools.splice(0)[0]!.end();
    const accepted: number[] = [];
    for (let i = 0; i < 3; i++) {
      accepted.push((await flood(1)).accepted);
      await setTimeout(i < 2 ? 700 : 0);
    }
    // The first window held two, and the third request is in the next.
    expect(accepted).toEqual([1, 1, 1]);
    expect(await flood(5)).toMatchObject({ accepted: 1 });
  });

  it('a database that is away is asked once a second whether it is back, and then counts again', async () => {
    const logged: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
    let isAway = true;
    let queries = 0;
    const pool = createPool(database.url, { max: 1 });
    pools.push(pool);
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    Object.assign(pool, {
      query: (...args: unknown[]) => {
        queries++;
        return isAway ? Promise.reject(new Error('away')) : query(...args);
      },
    });
    const counter = createSharedCounter({ pool, log, windowS: 60 });
    const count = () => counter.consume(`key:${key.key_id}`, 1).catch(() => undefined);
    for (let i = 0; i < 100; i++) expect(await count()).toBeUndefined();
    expect(queries).toBe(1);
    isAway = false;
    await vi.waitFor(async () => expect(await count()).toMatchObject({ consumedPoints: 1 }), {
      interval: 20,
      timeout: 3_000,
    });
    expect(queries).toBe(2);
    for (const consumedPoints of [2, 3]) expect(await count()).toMatchObject({ consumedPoints });
    expect(logged).toEqual([
      'rate limits are counted in this process alone',
      'rate limits are counted over all processes again',
    ]);
  });
});

describe('a flood of one key', () => {
  it('a flood of one key is refused at a pace that leaves time for another key', async () => {
    await startApps({ perKey: 100 }, 60, 1);
    const quiet = { ...partnerKey, key_id: crypto.randomUUID(), requests_per_minute: 480_000 };
    const app = apps[0]!;
    app.keys.set('quiet', quiet);
    const started = performance.now();
    const flooding = startFlood(`${app.url}/v1/things`, app.tokenOf(key), 200);
    const refused = () => flooding.statuses.get(429) ?? 0;
    await vi.waitUntil(() => refused() > 500, { timeout: 10_000 });
    asked = 0;
    let answered = 0;
    while (refused() < 1_500) {
      const { status } = await app.ask('GET', '/v1/things', { token: app.tokenOf(quiet) });
      expect(status).toBe(200);
      answered++;
    }
    // The first 500 at once and then 500 a second, however fast the machine is: unpaced they would be some 10 000.
    expect(refused()).toBeLessThan(520 + (performance.now() - started) / 2);
    await flooding.stop();

    expect([...flooding.statuses.keys()].sort()).toEqual([200, 429]);
    expect(flooding.statuses.get(200)).toBe(100);
    // The flood asks the counter nothing: 480 000 a minute are 400 points a time.
    expect(asked).toBe(Math.ceil(answered / 400));
  });
});

it('the counter in memory and the shared one count alike', async () => {
  const pool = createPool(database.url, { max: 1 });
  pools.push(pool);
  const shared = createSharedCounter({ pool, log: pino({ level: 'silent' }), windowS: 60 });
  const memory = createMemoryCounter();
  for (const points of [1, 5, 833_333, 1_000_000_000, 1_000_000_000, 1_000_000_000]) {
    const { consumedPoints } = await shared.consume('both', points);
    expect(consumedPoints).toBe((await memory.consume('both', points)).consumedPoints);
  }
});
