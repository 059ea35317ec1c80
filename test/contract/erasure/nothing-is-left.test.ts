// A database of its own: it looks for a person in all tables and files.

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import { type EverythingKept, everythingKept, keepLines } from '../../support/everything-kept.ts';
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
const { log, lines, stop } = keepLines();
let app: TestApp;
let floor: TestFloor;
let kept: EverythingKept;

beforeAll(async () => {
  app = await startTestApp({ clock: clock.read, log, metricsToken: 'm'.repeat(16) });
  floor = await createFloor(app);
  kept = everythingKept(app, needles);
});
afterAll(async () => {
  stop();
  await app?.stop();
});

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
    ['export', floor.partner.get('/v1/export/cheques?date_from=2026-03-01&date_to=2026-03-31')],
    ['events', floor.auditor.get('/audit/v1/events?limit=10000')],
    ['events as NDJSON', floor.auditor.get('/audit/v1/events?limit=10000', ndjson)],
    ['client then', floor.auditor.get(`/audit/v1/clients/${clientId}?at=2026-03-02T09:30:00Z`)],
    ['held', floor.auditor.get(`/audit/v1/clients/${clientId}/personal-data`)],
    ['metrics', app.anonymous.get('/metrics', { authorization: `Bearer ${'m'.repeat(16)}` })],
  ];
  const found: string[] = [];
  for (const [what, answer] of asked) {
    const { body } = await answer;
    expect(body, what).not.toMatchObject({ code: 'route_not_found' });
    const text = JSON.stringify(body);
    if (needles.some((needle) => text.includes(needle))) found.push(what);
  }
  return found;
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

  await kept.settle();
  expect(await kept.tables()).toEqual(
    expect.arrayContaining(['app.deliveries', 'app.phone_codes', 'read.order_events', 'read.reservations']),
  );
  expect((await kept.files()).length).toBeGreaterThan(3);
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
      const unsettled = 'select from app.erasures where settled_at is null';
      const { rows } = await app.tillstream.pool.query(`${unsettled} union all select from app.due_vacuums`);
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 500 },
  );
  expect(await kept.tables()).toEqual([]);
  await kept.settle();
  expect(await kept.tables()).toEqual([]);
  expect(await kept.files()).toEqual([]);
  expect(await answersWith(client_id, order_id)).toEqual([]);

  const names = allProjections.map((projection) => projection.name);
  const all = { store: app.tillstream.store, url: app.databaseUrl, projections: allProjections };
  const reports = await rebuild(all, names);
  expect(reports.flatMap(({ tables }) => tables).filter(({ equal }) => equal !== true)).toEqual([]);
  expect(await kept.tables()).toEqual([]);
  expect(await kept.events()).toEqual([]);
  // Not even once: a log of the app is kept elsewhere, and nobody erases it there.
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => needles.some((needle) => line.includes(needle)))).toEqual([]);
});
