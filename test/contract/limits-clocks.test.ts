// A database of its own: it plays processes with other clocks.

import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLeases } from '../../src/api/http/leases.ts';
import { createSharedCounter } from '../../src/api/http/shared-counter.ts';
import { createPool } from '../../src/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const WINDOW_MS = 60_000;
const HOUR = 3_600_000;

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 3 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  key = `key:${crypto.randomUUID()}`;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newCounter = () => createSharedCounter({ pool, log: pino({ level: 'silent' }), windowS: WINDOW_MS / 1_000 });

/** Sets this process's clock, as an administrator or a time server may. */
const stepClock = (ms: number): void => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + ms);
};

/** A row as a process with another clock, or a database with another clock, may have left it. */
const leaveRow = async (name: string, points: number, endsInMs: number): Promise<void> => {
  await database.pool.query(
    `insert into app.rate_limits (key, points, expire) values ($1, $2, extract(epoch from clock_timestamp()) * 1000 + $3)
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [name, points, endsInMs],
  );
};

const expectWithinWindow = (ms: number): void => {
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(WINDOW_MS);
};

test('two processes whose clocks are an hour apart share one window', async () => {
  const [ahead, right] = [newCounter(), newCounter()];
  for (const consumed of [1, 3]) {
    stepClock(HOUR);
    const first = await ahead.consume(key, 1);
    vi.restoreAllMocks();
    const second = await right.consume(key, 1);
    expect([first.consumedPoints, second.consumedPoints]).toEqual([consumed, consumed + 1]);
    expectWithinWindow(first.msBeforeNext);
    expectWithinWindow(second.msBeforeNext);
  }
});

test.for([
  ['back', -HOUR],
  ['forward', HOUR],
] as const)('a clock that steps %s by an hour neither ends nor lengthens a window', async ([, step]) => {
  const leases = createLeases({ counter: newCounter(), windowMs: WINDOW_MS });
  for (const used of [1, 2]) expect(await leases.take(key, 2)).toMatchObject({ isWithin: true, used });
  stepClock(step);
  const refused = await leases.take(key, 2);
  expect(refused.isWithin).toBe(false);
  expectWithinWindow(refused.ms);
  const elsewhere = await createLeases({ counter: newCounter(), windowMs: WINDOW_MS }).take(key, 2);
  expect(elsewhere.isWithin).toBe(false);
  expectWithinWindow(elsewhere.ms);
});

test('a window that was written an hour into the future ends within a minute', async () => {
  await leaveRow(key, 5_000, HOUR);
  const first = await newCounter().consume(key, 1);
  expect(first.consumedPoints).toBe(5_001);
  expectWithinWindow(first.msBeforeNext);
  const { rows } = await database.pool.query(
    'select expire - extract(epoch from clock_timestamp()) * 1000 as ms from app.rate_limits where key = $1',
    [key],
  );
  expectWithinWindow(Number(rows[0].ms));
});

test('a window that is over begins anew', async () => {
  await leaveRow(key, 5_000, -1);
  const { consumedPoints, msBeforeNext } = await newCounter().consume(key, 3);
  expect(consumedPoints).toBe(3);
  expect(msBeforeNext).toBeGreaterThan(WINDOW_MS - 10_000);
});

test('a counter that tells of an hour is believed for one window', async () => {
  const counter = { consume: async (_: string, points: number) => ({ consumedPoints: points, msBeforeNext: HOUR }) };
  const leases = createLeases({ counter, windowMs: WINDOW_MS });
  expectWithinWindow((await leases.take(key, 1)).ms);
});

test('rows of windows that are over are deleted, and those of no possible window', async () => {
  const counter = newCounter();
  await leaveRow('over', 1, -1);
  await leaveRow('impossible', 1, 24 * HOUR);
  await leaveRow('counting', 1, WINDOW_MS / 2);
  const started = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => started + HOUR);
  await counter.consume(key, 1);
  vi.restoreAllMocks();
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select key from app.rate_limits where key in ('over', 'impossible', 'counting')`,
    );
    expect(rows).toEqual([{ key: 'counting' }]);
  });
});
