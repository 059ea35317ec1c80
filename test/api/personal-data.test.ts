// A database of its own: apps with other keys are started on it.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SubjectRef } from '../../src/domain/personal/subject.ts';
import { PersonalDataKeyError } from '../../src/personal/key-ring.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';
import { bookingOf, createFloor, type TestFloor } from '../support/floor.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { orderBody } from '../support/venue.ts';

const clock = createClock('2026-03-02T09:00:00.000Z');
let database: TestDatabase;
let app: TestApp;
let floor: TestFloor;

/** What nobody but readers with the key may find. */
const PRIVATE = /998901110022|998901110033|Zarnigor|Bahrom|Gulnoza|gulya|without coriander|window seat/;
let orderId: number;
let clientId: number;
let reservationId: string;
let employeeId: number;
/** The client of the reservation. */
let bookerId: number;
let lastKey = PERSONAL_DATA_KEY;

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ clock: clock.read, database });
  floor = await createFloor(app);
  const { partner, till, booker } = floor;
  const placed = await partner.post('/v1/orders', {
    ...orderBody(floor, { external_id: 'sealed', comment: 'without coriander' }),
    client: { phone: '+998901110022', name: 'Zarnigor' },
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  orderId = placed.body.order_id;
  const booking = await booker.post('/v1/reservations', {
    ...bookingOf(floor),
    guest: { phone: '+998901110033', name: 'Bahrom' },
    comment: 'a window seat',
  });
  expect(booking.status, JSON.stringify(booking.body)).toBe(201);
  reservationId = booking.body.id;
  employeeId = (
    await command(till, 'HireEmployee', {
      login: 'gulya',
      name: 'Gulnoza',
      role: 'cashier',
      role_name: 'Cashier',
      position_id: 1,
      position_name: 'Cashier',
      point_id: floor.point_id,
    })
  ).id;
  const registered = await recorded(app.tillstream.store, { types: ['ClientRegistered'] });
  const clientOf = (phone: string): number =>
    registered
      .map(({ data }) => (data as { personal: { phone: string; client_id: number } }).personal)
      .find((it) => it.phone === phone)!.client_id;
  clientId = clientOf('+998901110022');
  bookerId = clientOf('+998901110033');
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const order = async (client: HttpClient) => (await client.get(`/v1/orders/${orderId}`)).body;
const reservation = async (client: HttpClient) => (await client.get(`/v1/reservations/${reservationId}`)).body;

test('guests and employees are in the log sealed, and readers see them', async () => {
  const { stored, store } = app.tillstream;
  expect(JSON.stringify(await recorded(stored))).not.toMatch(PRIVATE);
  const shown = JSON.stringify(await recorded(store));
  expect(PRIVATE.source.split('|').filter((text) => !shown.includes(text))).toEqual([]);
  if (database.eventStoreUrl === undefined) {
    const { rows } = await database.pool.query("select string_agg(e::text, ' ') as log from log.events e");
    expect(rows[0].log).not.toMatch(PRIVATE);
  }
  const { rows } = await database.pool.query("select string_agg(k::text, ' ') as keys from app.subject_keys k");
  expect(rows[0].keys).not.toMatch(PRIVATE);
  expect(await order(floor.partner)).toMatchObject({
    client: { name: 'Zarnigor', phone: '+998901110022' },
    comment: 'without coriander',
  });
  expect(await reservation(floor.booker)).toMatchObject({ guest: { name: 'Bahrom', phone: '+998901110033' } });
});

/** What an app answers to the partner, from the log alone. */
const client = (of: TestApp, as: HttpClient): HttpClient => createClient(of.url, as.token);

let guests = 0;
/** Orders of new guests; answers their phones. */
const placeOrders = async (of: TestApp, count: number): Promise<string[]> => {
  const partner = client(of, floor.partner);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const phone = `+99890222${String(1_000 + ++guests)}`;
      const body = orderBody(floor, { external_id: `of ${phone}` });
      const { status } = await partner.post('/v1/orders', { ...body, client: { phone, name: 'Guest' } });
      expect(status).toBe(200);
      return phone;
    }),
  );
};

test('a new first key wraps all keys while apps take orders, and then it alone is enough', async () => {
  const old = PERSONAL_DATA_KEY;
  const young = randomBytes(32).toString('base64');
  const start = (personalDataKey: string) => startTestApp({ clock: clock.read, database, personalDataKey });
  const phones: string[] = [];
  const take = async (...apps: readonly TestApp[]) => {
    phones.push(...(await Promise.all(apps.map((of) => placeOrders(of, 5)))).flat());
  };
  // First every app learns the new key, one after the other.
  const first = await start(`${old},${young}`);
  await take(app, first);
  await app.stop();
  // Then every app wraps with it.
  const second = await start(`${young},${old}`);
  await take(first, second);
  await first.stop();
  const third = await start(`${young},${old}`);
  /** How many keys wrap others. */
  const wrapping = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      'select wrapped_by from app.subject_keys union select wrapped_by from app.phone_hash_key',
    );
    return rows.length;
  };
  await vi.waitFor(async () => {
    clock.move(10_000);
    await take(second, third);
    expect(await wrapping()).toBe(1);
  }, 30_000);
  await Promise.all([second.stop(), third.stop()]);

  lastKey = young;
  app = await start(young);
  const registered = await recorded(app.tillstream.store, { types: ['ClientRegistered'] });
  const known = registered.map(({ data }) => (data as { personal: { phone: string } }).personal.phone);
  expect(known).toEqual(expect.arrayContaining(phones));
  expect(await order(client(app, floor.partner))).toMatchObject({ client: { name: 'Zarnigor' } });
  await expect(start(old)).rejects.toThrow(PersonalDataKeyError);
});

test('after the keys of persons are destroyed everything is read without them, and built anew from position 0', async () => {
  const { subjects } = app.tillstream;
  const { brand_id } = floor;
  const refs: SubjectRef[] = [
    { brand_id, kind: 'client', key: String(clientId) },
    { brand_id, kind: 'client', key: String(bookerId) },
    { brand_id, kind: 'employee', key: String(employeeId) },
  ];
  const tx = await database.pool.connect();
  expect(await subjects.destroy(tx, refs)).toBe(3);
  tx.release();
  await app.stop();
  // As a process that has none of it in memory.
  app = await startTestApp({ clock: clock.read, database, personalDataKey: lastKey });
  const { store } = app.tillstream;
  expect(JSON.stringify(await recorded(store))).not.toMatch(PRIVATE);
  expect(await order(client(app, floor.partner))).toMatchObject({
    order_id: orderId,
    comment: null,
    client: { name: null, phone: null },
    items: expect.arrayContaining([expect.objectContaining({ comment: null })]),
  });
  const auditor = client(app, floor.auditor);
  for (const path of [
    `orders/${orderId}`,
    `clients/${clientId}`,
    `employees/${employeeId}`,
    `reservations/${reservationId}`,
  ]) {
    for (const form of [`?at=${await store.head()}`, '/history']) {
      const { status, body } = await auditor.get(`/audit/v1/${path}${form}`);
      expect([path, form, status]).toEqual([path, form, 200]);
      expect(JSON.stringify(body)).not.toMatch(PRIVATE);
    }
  }
  const names = allProjections.map(({ name }) => name);
  const reports = await rebuild({ store, url: database.url, projections: allProjections }, names);
  expect(reports.map(({ failure }) => failure)).toEqual(names.map(() => null));
  const { rows } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'read' and table_type = 'BASE TABLE'",
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const { rows: all } = await database.pool.query(`select string_agg(t::text, ' ') as text from read.${name} t`);
    expect(all[0].text ?? '', name).not.toMatch(PRIVATE);
  }
  expect(await reservation(client(app, floor.booker))).toMatchObject({
    comment: null,
    guest: { name: null, phone: null },
  });
});
