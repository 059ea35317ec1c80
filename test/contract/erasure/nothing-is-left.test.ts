import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import { booked, createFloor, type TestFloor } from '../../support/floor.ts';
import { orderBody } from '../../support/venue.ts';

/** Nothing else in the whole database has these. */
const unique = String(randomInt(1_000_000, 9_999_999));
const phone = `+99890${unique}`;
const name = `Xanthippe${unique}`;
const street = `Nowhere Lane ${unique}`;
const comment = `beware of ${unique}`;
/** All of them contain it. */
const needles = [phone, phone.slice(1), name, street, comment];

const clock = createClock();
const logged: string[] = [];
let app: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  app = await startTestApp({ clock: clock.read, log: pino({ level: 'trace' }, stream), metricsToken: 'm'.repeat(16) });
  floor = await createFloor(app);
});
afterAll(() => app?.stop());

/** Tables of every schema, that of Postgres itself included, in which a row says something of the person. */
const tablesWith = async (): Promise<string[]> => {
  const { pool } = app.tillstream;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'information_schema'`,
  );
  const found: string[] = [];
  for (const table of rows) {
    const any = needles.map((_, index) => `t::text like '%' || $${index + 1} || '%'`).join(' or ');
    const { rowCount } = await pool.query(`select from ${table.name} t where ${any} limit 1`, needles);
    if (rowCount !== 0) found.push(table.name);
  }
  return found.sort();
};

/** Files of the database in the data folder in which one of the words stands. The log of Postgres (WAL) keeps what was. */
const filesWith = async (): Promise<string[]> => {
  const { pool } = app.tillstream;
  const { rows } = await pool.query<{ folder: string; oid: string }>(
    `select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()`,
  );
  const { folder, oid } = rows[0]!;
  const found: string[] = [];
  for (const part of [`base/${oid}`, 'global', 'pg_stat', 'pg_logical']) {
    for (const file of await readdir(join(folder, part))) {
      const bytes = await readFile(join(folder, part, file)).catch(() => Buffer.alloc(0));
      if (needles.some((needle) => bytes.includes(needle))) found.push(`${part}/${file}`);
    }
  }
  return found;
};

/** What the API answers anywhere. */
const answersWith = async (clientId: number, orderId: number): Promise<string[]> => {
  const ndjson = { accept: 'application/x-ndjson' };
  const asked: (readonly [string, Promise<{ body: unknown }>])[] = [
    ['order', floor.till.get(`/venue/v1/orders/${orderId}`)],
    ['orders', floor.till.get('/venue/v1/orders?limit=500')],
    ['reservations', floor.till.get('/venue/v1/reservations?date_from=2026-03-01&date_to=2026-03-31')],
    ['deliveries', floor.till.get('/venue/v1/deliveries')],
    ['partner order', floor.partner.get(`/v1/orders/${orderId}`)],
    ['partner client', floor.partner.get(`/v1/clients/${clientId}`)],
    ['change feed', floor.booker.get('/v1/reservations?changed_since=2026-01-01T00:00:00Z')],
    ['export', floor.partner.get('/v1/export/orders?date_from=2026-03-01&date_to=2026-03-31')],
    ['events', floor.auditor.get('/audit/v1/events?limit=10000')],
    ['events as NDJSON', floor.auditor.get('/audit/v1/events?limit=10000', ndjson)],
    ['client then', floor.auditor.get(`/audit/v1/clients/${clientId}?at=2026-03-02T09:30:00Z`)],
    ['held', floor.auditor.get(`/audit/v1/clients/${clientId}/personal-data`)],
    ['metrics', app.anonymous.get('/metrics', { authorization: `Bearer ${'m'.repeat(16)}` })],
  ];
  const found: string[] = [];
  for (const [what, answer] of asked) {
    const text = JSON.stringify((await answer).body);
    if (needles.some((needle) => text.includes(needle))) found.push(what);
  }
  return found;
};

/** Written out to the files, without what was deleted. */
const settle = async (): Promise<void> => {
  await app.tillstream.shown(await app.tillstream.store.head());
  await app.tillstream.pool.query('vacuum (full, analyze)');
  await app.tillstream.pool.query('checkpoint');
};

test('an erased person is found nowhere any more, and was found everywhere before', { timeout: 120_000 }, async () => {
  const { till, partner, auditor: _, point_id } = floor;
  await command(till, 'ConfigureWebhook', { key_id: floor.bookerKeyId, url: 'https://partner.invalid/hook' });
  const client = { phone, name };
  const placed = await partner.post('/v1/orders', orderBody(floor, { client, comment }));
  const { order_id } = placed.body;
  const { client_id } = (await till.get(`/venue/v1/orders/${order_id}`)).body.client;
  const place = { latitude: 41.3, longitude: 69.2, name: street, navigate: comment };
  expect((await partner.post(`/v1/clients/${client_id}/addresses`, place)).status).toBe(200);
  await partner.post('/v1/clients/auth/send-code', { phone });
  const reservation = await booked(floor, { guest: { phone, name }, comment });
  const table_id = (await command(till, 'DefineTable', { hall_id: floor.hall_id, name: 'More' })).id;
  const own = { point_id, date: '2026-03-10', start_time: '19:00', guests: 2, table_id, guest: { phone, name } };
  const { id: ownId } = await command(till, 'BookTable', own);
  for (const reservation_id of [reservation.id, ownId]) {
    await command(till, 'CancelReservation', { reservation_id, reason: comment });
  }
  await command(till, 'DeleteCheque', { order_id, cancel_cause_id: floor.causes.plain, comment });
  const bodies = 'select count(*) as count from app.deliveries where body like $1';
  await vi.waitFor(async () => {
    const { rows } = await app.tillstream.pool.query<{ count: number }>(bodies, [`%${name}%`]);
    expect(rows[0]!.count).toBeGreaterThan(0);
  }, 10_000);

  await settle();
  expect(await tablesWith()).toEqual(
    expect.arrayContaining(['app.deliveries', 'app.phone_codes', 'read.order_events', 'read.reservations']),
  );
  expect((await filesWith()).length).toBeGreaterThan(3);
  expect(await answersWith(client_id, order_id)).toEqual(
    expect.arrayContaining(['order', 'orders', 'reservations', 'events', 'events as NDJSON', 'client then', 'held']),
  );

  await command(till, 'EraseClient', { client_id, reason: 'asked by letter' });
  expect(await answersWith(client_id, order_id)).toEqual([]);
  expect((await till.get('/venue/v1/sms-outbox')).body.messages).toEqual([]);
  clock.move(2 * MINUTE);
  // When all followers have passed it, the erasure is settled, and the tables are vacuumed.
  await vi.waitFor(
    async () => {
      await app.tillstream.processes.tick();
      const { rows } = await app.tillstream.pool.query('select from app.erasures where settled_at is null');
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 500 },
  );
  expect(await tablesWith()).toEqual([]);
  await settle();
  expect(await tablesWith()).toEqual([]);
  expect(await filesWith()).toEqual([]);
  expect(await answersWith(client_id, order_id)).toEqual([]);

  const names = allProjections.map((projection) => projection.name);
  const all = { store: app.tillstream.store, url: app.databaseUrl, projections: allProjections };
  const reports = await rebuild(all, names);
  expect(reports.flatMap(({ tables }) => tables).filter(({ equal }) => equal !== true)).toEqual([]);
  expect(await tablesWith()).toEqual([]);
  // Not even once: a log of the app is kept elsewhere, and nobody erases it there.
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((line) => needles.some((needle) => line.includes(needle)))).toEqual([]);
});
