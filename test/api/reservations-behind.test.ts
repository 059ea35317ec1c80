// A database of its own: it locks the read models, so that they stand still.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { booked, bookingOf, createFloor, patch, type TestFloor } from '../support/floor.ts';
import { startVenueApp } from '../support/ready-venues.ts';

let app: TestApp;
let floor: TestFloor;
let holding: pg.PoolClient | undefined;

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
/** Reservations that the read models show, as they were before they stood still. */
const shown = { cancelled: bodyAt('12:00'), moved: bodyAt('15:00'), repeated: bodyAt('21:00') };
const ids = { cancelled: '', moved: '', repeated: '' };

beforeAll(async () => {
  app = await startVenueApp();
  floor = await createFloor(app);
  for (const name of ['cancelled', 'moved', 'repeated'] as const) ids[name] = (await booked(floor, shown[name])).id;
  // From here on the read models stand still: their checkpoints can't be moved.
  holding = await app.tillstream.pool.connect();
  await holding.query('begin');
  await holding.query('select from app.checkpoints for update');
});
afterAll(async () => {
  await holding?.query('rollback');
  holding?.release();
  await app?.stop();
});

function bodyAt(start_time: string) {
  return { date: inAMonth, start_time, external_id: randomUUID() };
}

test('a repeat is answered with its reservation before the read models show it, and is never told that it is missing', async () => {
  const body = bookingOf(floor, { date: inAMonth });
  // It waits for the read models for a while; its repeat comes meanwhile.
  const first = floor.booker.post('/v1/reservations', body);
  const book = `reservation_book-${floor.point_id}`;
  await vi.waitFor(async () =>
    expect(await app.tillstream.store.read(book)).toHaveLength(Object.keys(shown).length + 1),
  );
  const repeat = await floor.booker.post('/v1/reservations', body);
  expect(repeat.status).toBe(200);

  const path = `/v1/reservations/${repeat.body.id}`;
  const others = [floor.booker.get(path), floor.booker.post(`${path}/cancel`)];
  for (const { status, headers } of await Promise.all(others)) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  expect(await first).toMatchObject({ status: 201, body: repeat.body });
});

test('a partner sees its own changes at once, while the read models stand still', async () => {
  const { booker } = floor;
  const cancelled = `/v1/reservations/${ids.cancelled}`;
  expect((await booker.post(`${cancelled}/cancel`)).body.status).toBe('cancelled');
  expect((await booker.get(cancelled)).body.status).toBe('cancelled');
  expect((await booker.post(`${cancelled}/cancel`)).body.status).toBe('cancelled');

  const moved = `/v1/reservations/${ids.moved}`;
  expect((await patch(booker, moved, { start_time: '16:00' })).status).toBe(200);
  expect((await booker.get(moved)).body.start_time).toBe('16:00');
});

test('a repeat is answered with the reservation as it is, also when that is over and the read models do not show it', async () => {
  const { booker } = floor;
  await booker.post(`/v1/reservations/${ids.repeated}/cancel`);
  const repeat = await booker.post('/v1/reservations', bookingOf(floor, shown.repeated));
  expect([repeat.status, repeat.body.id, repeat.body.status]).toEqual([200, ids.repeated, 'cancelled']);
});
