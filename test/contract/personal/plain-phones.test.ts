import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientKey } from '../../../src/commands/clients/client-key.ts';
import { openPlainPhones } from '../../../src/commands/clients/plain-phones.ts';
import { createPlainPhonesProcess } from '../../../src/processes/personal/plain-phones.ts';
import { command, startTestApp } from '../../support/app.ts';
import { createAppDatabase, createTestDatabase } from '../../support/database.ts';
import { createClient } from '../../support/http-client.ts';
import { recorded } from '../../support/log.ts';
import { createVenue, orderBody } from '../../support/venue.ts';

const hash = (text: string): string => createHmac('sha256', 'key').update(text).digest('base64url');

/** As an earlier version has stored so many clients. */
const storePlain = (pool: pg.Pool, count: number) =>
  pool.query(
    `insert into app.identities (kind, scope, key, id)
     select 'client', 'brand', '+998' || (900000000 + n), n from generate_series(1, $1::int) as n`,
    [count],
  );
const phoneOf = (id: number) => `+998${900_000_000 + id}`;
/** The clients of the brand, and whether each phone is its hash. */
const claims = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ id: number; key: string }>(
    `select id, key from app.identities where kind = 'client' and scope = 'brand' order by id`,
  );
  return rows.map(({ id, key }) => [id, key === clientKey(hash, 'brand', phoneOf(id)).key]);
};
const whole = (count: number) => Array.from({ length: count }, (_, index) => [index + 1, true]);

const setUp = async (count: number) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { pool } = database;
  await storePlain(pool, count);
  return { pool, open: () => openPlainPhones(pool, hash) };
};

test('phones are replaced step by step, and a process that comes after a crash goes on', async () => {
  const { pool, open } = await setUp(4_500);
  const dying = await open();
  expect(await dying.replaceSome()).toBe(2_000);
  expect((await claims(pool)).filter(([, isHash]) => isHash)).toHaveLength(2_000);
  const next = await open();
  const log = { info: vi.fn() };
  const process = createPlainPhonesProcess({ phones: next, log });
  while (next.areLeft()) await process.tick(new Date());
  expect(await claims(pool)).toEqual(whole(4_500));
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ replaced: 2_500 }, expect.any(String));
  expect((await open()).areLeft()).toBe(false);
});

test('two processes that replace at once, while callers look for phones, leave each client once', async () => {
  const { pool, open } = await setUp(5_000);
  const [one, other] = [await open(), await open()];
  const all = async (phones: typeof one) => {
    while (phones.areLeft()) await phones.replaceSome();
  };
  const callers = Array.from({ length: 200 }, (_, index) => one.settle('brand', phoneOf(index * 25 + 1)));
  await Promise.all([all(one), all(other), ...callers]);
  expect(await claims(pool)).toEqual(whole(5_000));
});

test('a process that replaces nothing itself hears in the end that another has done it', async () => {
  const { pool, open } = await setUp(10);
  let now = 0;
  const waiting = await openPlainPhones(pool, hash, () => now);
  await (await open()).replaceSome();
  await waiting.settle('brand', phoneOf(3));
  expect(waiting.areLeft()).toBe(true);
  now = 10_000;
  await waiting.settle('brand', phoneOf(3));
  expect(waiting.areLeft()).toBe(false);
  expect(await claims(pool)).toEqual(whole(10));
});

test('an app is ready before the phones are replaced, and a guest of before is the same client', async () => {
  const database = await createAppDatabase();
  onTestFinished(() => database.drop());
  const first = await startTestApp({ database });
  const venue = await createVenue(first);
  const phone = '+998907770001';
  const place = (client: typeof venue.partner) => client.post('/v1/orders', orderBody(venue, { client: { phone } }));
  expect((await place(venue.partner)).status).toBe(200);
  const { pool } = database;
  const plain = async () =>
    (await pool.query(`select count(*)::int as n from app.identities where kind = 'client' and key like '+%'`)).rows[0]
      .n;
  const stored = [venue.brand_id, clientKey(first.tillstream.hash, venue.brand_id, phone).key, phone];
  await first.stop();
  // As the earlier version had it, with more of them than are replaced at once.
  await pool.query(`update app.identities set key = $3 where kind = 'client' and scope = $1 and key = $2`, stored);
  await storePlain(pool, 30_000);

  const app = await startTestApp({ database, runProcesses: false });
  const [partner, auditor, till] = [venue.partner, venue.auditor, venue.till].map(({ token }) =>
    createClient(app.url, token),
  );
  expect(await plain()).toBe(30_001);
  const held = await auditor!.post('/audit/v1/personal-data', { phone });
  expect(held.body).toMatchObject({ client_id: expect.any(Number), phone });
  expect((await place(partner!)).status).toBe(200);
  expect(await plain()).toBe(30_000);
  const registered = await recorded(app.tillstream.store, { types: ['ClientRegistered'] });
  expect(registered).toHaveLength(1);
  await app.tillstream.shown(await app.tillstream.store.head());
  const orders = (await till!.get('/venue/v1/orders')).body.orders as { order_id: number }[];
  for (const { order_id } of orders) {
    await command(till!, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
  }
  await command(till!, 'EraseClient', { phone, reason: 'asked by letter' });
  expect((await pool.query('select from app.identities where key = $1', [phone])).rowCount).toBe(0);
  await app.stop();

  const working = await startTestApp({ database });
  await vi.waitFor(async () => expect(await plain()).toBe(0), { timeout: 20_000, interval: 200 });
  await working.stop();
});
