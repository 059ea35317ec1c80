// A database of its own: processes that are killed share it.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { chequeUuid } from '../../../src/commands/loyalty/operation-ids.ts';
import { command, type TestApp } from '../../support/app.ts';
import { type AppProcess, createAppProcess } from '../../support/app-process.ts';
import { bySocket, createAppDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';
import { createClient } from '../../support/http-client.ts';
import { databaseEnv } from '../../support/log.ts';
import { points } from '../../support/loyalty.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { createVenue } from '../../support/venue.ts';
import { type Floor, serveGuest } from './guests.ts';
import { startBadPartner } from './partner.ts';

const CHEQUES = effort({ short: 80, long: 2_000 });
const KILLS = effort({ short: 3, long: 30 });
const AT_ONCE = 16;
const HOUR = 3_600_000;
const KEY = 'platform-key-of-the-tests';

/** Always the same numbers for a seed. */
const numbers = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
};

test('with a partner that loses answers and processes that are killed, each cheque is committed once and no hold is left', {
  timeout: effort({ short: 150_000, long: 1_500_000 }),
}, async () => {
  const random = numbers(effort({ short: 7, long: 11 }));
  const folder = await tempFolder();
  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '0');
  const database = await createAppDatabase();
  const env = {
    ...databaseEnv({ ...database, url: bySocket(database.url) }),
    PLATFORM_API_KEY: KEY,
    CLOCK_FILE: clockFile,
  };
  const script = 'test/race/loyalty/app-entry.ts';
  const apps: AppProcess[] = [];
  for (const _ of [1, 2]) apps.push(await createAppProcess(folder, env, { script }));
  const partner = await startBadPartner(random);
  onTestFinished(async () => {
    for (const app of apps) await app.kill();
    await partner.close();
    await database.drop();
  });
  await Promise.all(apps.map((app) => app.start()));
  let clockMs = 0;
  const moveClock = async (ms: number): Promise<void> => {
    clockMs += ms;
    await writeFile(clockFile, String(clockMs));
    for (const app of apps) if (app.isRunning()) app.tell({});
  };

  const login = {
    client: async (api_key: string) => {
      const { body } = await createClient(apps[0]!.url).post('/v1/auth/token', { api_key });
      return createClient(apps[0]!.url, body.access_token);
    },
    platform: () => login.client(KEY),
  } as Pick<TestApp, 'client' | 'platform'>;
  const venue = await createVenue(login);
  const { till, point_id, cashier_id } = venue;
  await command(till, 'OpenShift', { point_id, cashier_id });
  partner.secret = (await command(till, 'ConfigureLoyalty', { name: 'Points', base_url: partner.url })).secret;
  const tills = apps.map(({ url }) => createClient(url, till.token, 20_000));
  const floor: Floor = { venue, tills, inPoints: await points(venue), random };

  let served = 0;
  let isOver = false;
  const orders: number[] = [];
  const waiter = async (): Promise<void> => {
    while (served < CHEQUES) orders.push(await serveGuest(floor, served++));
  };
  const killer = async (): Promise<void> => {
    for (let kill = 0; kill < KILLS && !isOver; kill++) {
      const from = orders.length;
      while (orders.length < from + CHEQUES / (KILLS + 2) && !isOver) await delay(20);
      const app = apps[kill % 2]!;
      await app.kill();
      // The partner goes for hours as well, and what waits ends its schedule.
      partner.isAway = kill % 3 === 1;
      if (partner.isAway) await moveClock(3 * HOUR);
      await app.start();
      if (partner.isAway) await moveClock(12 * HOUR);
      await delay(500);
      partner.isAway = false;
    }
  };
  const killing = killer();
  await Promise.all(Array.from({ length: AT_ONCE }, waiter));
  isOver = true;
  await killing;

  // Everything comes to its end: waiting calls, holds that nobody closed, calls that nobody could deliver.
  partner.isGood = true;
  const one = async (sql: string): Promise<number> =>
    Number((await database.pool.query<{ count: string }>(sql)).rows[0]!.count);
  const unfinished = async () => ({
    pending: await one("select count(*) from app.deliveries where status = 'pending'"),
    holds: await one('select count(*) from app.loyalty_holds'),
    undelivered: await one("select count(*) from app.deliveries where reason = 'attempts_exhausted'"),
  });
  const isFinished = async (): Promise<boolean> => Object.values(await unfinished()).every((count) => count === 0);
  for (let round = 0, calm = 0; calm < 3; round++) {
    expect(round, JSON.stringify(await unfinished())).toBeLessThan(200);
    await moveClock(HOUR / 2);
    await delay(500);
    const { rows } = await database.pool.query<{ id: number }>(
      "select id from app.deliveries where reason = 'attempts_exhausted'",
    );
    for (const { id } of rows) await command(till, 'ResendDelivery', { delivery_id: Number(id) });
    calm = (await isFinished()) ? calm + 1 : 0;
  }

  const closed = new Map<number, { points: number; returns: number }>();
  for (const order_id of orders) {
    const order = (await till.get(`/venue/v1/orders/${order_id}`)).body;
    if (order.status !== 'CLOSED') continue;
    const { events } = (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body;
    const last = events.findLast(({ type }: { type: string }) => type === 'ChequeClosed');
    const inPoints = last.data.payments.filter(({ loyalty }: { loyalty: unknown }) => loyalty !== null);
    const returns = events.filter(({ type }: { type: string }) => type === 'GoodsReturned').length;
    closed.set(order_id, { points: inPoints[0]?.amount ?? 0, returns });
  }
  const { book } = partner;
  const total = [...partner.faults.values()].reduce((sum, each) => sum + each, 0);
  console.log(`${orders.length} cheques, ${closed.size} closed, ${total} faults:`, Object.fromEntries(partner.faults));

  expect(partner.wrongs).toEqual([]);
  expect([...book.holds.values()].filter(({ state }) => state === 'held')).toEqual([]);
  expect(await one("select count(*) from app.deliveries where reason in ('refused', 'commit_refused')")).toBe(0);
  const counted = [...book.commits.values()].filter(({ state }) => state === 'counted');
  const told = counted.map(({ uuid, redeemed }) => `${uuid} ${redeemed}`).toSorted();
  const wanted = [...closed].map(([order_id, { points }]) => `${chequeUuid(order_id)} ${points}`).toSorted();
  expect(told).toEqual(wanted);
  const refunds = [...book.refunds.values()].map(({ commit }) => commit.uuid).toSorted();
  const returned = [...closed].flatMap(([order_id, { returns }]) => Array(returns).fill(chequeUuid(order_id)));
  expect(refunds).toEqual(returned.toSorted());
  // Who paid with points has so many fewer, but for what the rest brought.
  for (const { guest, redeemed, accrued } of counted) expect(guest!.points).toBe(100_000 - redeemed + accrued);
  expect(total).toBeGreaterThan(CHEQUES / 4);
  // Points were held, spent and given back: all this would hold as well where every hold is refused.
  const became = (wanted: string): number => [...book.holds.values()].filter(({ state }) => state === wanted).length;
  expect(became('spent')).toBeGreaterThan(CHEQUES / 4);
  expect(became('cancelled')).toBeGreaterThan(CHEQUES / 20);
});
