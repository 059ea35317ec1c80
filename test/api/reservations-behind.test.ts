import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookingOf, createFloor, type TestFloor } from '../support/floor.ts';

let app: TestApp;
let floor: TestFloor;
let holding: pg.PoolClient | undefined;

beforeAll(async () => {
  app = await startTestApp();
  floor = await createFloor(app);
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

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

test('a reservation that the read models do not show yet is answered to its repeat, and never said to be missing', async () => {
  const body = bookingOf(floor, { date: inAMonth });
  // It waits for the read models for a while; its repeat comes meanwhile.
  const first = floor.booker.post('/v1/reservations', body);
  const book = `reservation_book-${floor.point_id}`;
  await vi.waitFor(async () => expect(await app.tillstream.store.read(book)).toHaveLength(1));
  const repeat = await floor.booker.post('/v1/reservations', body);
  expect(repeat.status).toBe(200);

  const path = `/v1/reservations/${repeat.body.id}`;
  const others = [floor.booker.get(path), floor.booker.post(`${path}/cancel`)];
  for (const { status, headers } of await Promise.all(others)) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  expect(await first).toMatchObject({ status: 201, body: repeat.body });
});
