// A database of its own: its timers go by its clock, and other apps go on with them.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { createReservationTimers } from '../../src/processes/reservations/reservation-timers.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { createAppDatabase } from '../support/database.ts';
import { booked, createFloor, patch, type TestFloor } from '../support/floor.ts';
import { createClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';

const HOUR = 60 * MINUTE;
/** It is 14:00 on Monday, 2 March; the guests are awaited at 19:00, for a quarter of an hour. */
const RULES = { no_show_after_minutes: 15 };
const date = '2026-03-02';
const [HALF_PAST_SIX, SEVEN] = [4.5 * HOUR, 5 * HOUR];

let clock = createClock();
let app: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  app = await startVenueApp({ clock: () => clock.read() });
});
afterAll(() => app?.stop());

beforeEach(async () => {
  clock = createClock('2026-03-02T09:00:00.000Z');
  floor = await createFloor(app, RULES);
});

const book = async (fields: object = {}): Promise<string> => (await booked(floor, { date, ...fields })).id;
const request = () => book({ table_id: null });
const find = async (id: string) => (await floor.booker.get(`/v1/reservations/${id}`)).body;
const statusOf = async (id: string): Promise<string> => (await find(id)).status;
const history = async (id: string) => (await floor.auditor.get(`/audit/v1/reservations/${id}/history`)).body.events;
const eventTypes = async (id: string): Promise<string[]> =>
  (await history(id)).map((event: { type: string }) => event.type);

/** Lets so much time pass, and everything happen that is due then. */
const pass = async (ms: number): Promise<void> => {
  const { tillstream } = app;
  clock.move(ms);
  await tillstream.shown(await tillstream.store.head());
  await tillstream.processes.tick();
};

describe('a guest who does not come', () => {
  test('a guest who does not come is a no-show so many minutes after the start, not before; the table is free again', async () => {
    const id = await book({ deposit: { amount: 50_000, payment_type_id: floor.card } });
    await pass(SEVEN + 15 * MINUTE - 1);
    expect(await statusOf(id)).toBe('created');
    await pass(1);
    const after = await find(id);
    expect(after).toMatchObject({ status: 'no_show', cancelled_by: null, deposit: { status: 'held' } });
    expect(after.status_changed_at).toBe('2026-03-02 19:15:00');
    const told = (await history(id)).at(-1);
    expect(told).toMatchObject({
      type: 'ReservationMarkedNoShow',
      actor: { kind: 'system', name: 'reservation-timers' },
      occurred_at: expect.stringMatching(/^2026-03-02T14:15:00/),
    });
    await book({ start_time: '19:30' });
  });

  test('a no-show timer fires once, after any number of ticks', async () => {
    const id = await book();
    for (let hour = 0; hour < 8; hour++) await pass(HOUR);
    expect(await eventTypes(id)).toEqual(['ReservationBooked', 'ReservationMarkedNoShow']);
  });

  test('a point with 0 minutes leaves no-shows to the venue', async () => {
    floor = await createFloor(app, { no_show_after_minutes: 0 });
    const id = await book();
    await pass(48 * HOUR);
    expect(await statusOf(id)).toBe('created');
    await command(floor.till, 'MarkNoShow', { reservation_id: id });
    expect(await statusOf(id)).toBe('no_show');
  });

  test('a no-show timer moves with its reservation to a later time', async () => {
    const id = await book();
    await pass(SEVEN);
    await patch(floor.booker, `/v1/reservations/${id}`, { start_time: '21:00' });
    await pass(HOUR);
    expect(await statusOf(id)).toBe('created');
    await pass(75 * MINUTE);
    expect(await statusOf(id)).toBe('no_show');
  });

  test.each([
    ['cancelled', (id: string) => floor.booker.post(`/v1/reservations/${id}/cancel`)],
    ['no_show', (id: string) => command(floor.till, 'MarkNoShow', { reservation_id: id })],
  ])('a reservation has no timer any more when it is %s', async (status, finish) => {
    const id = await book();
    await finish(id);
    await pass(48 * HOUR);
    expect(await statusOf(id)).toBe(status);
    expect(await eventTypes(id)).toHaveLength(2);
  });
});

describe('a request nobody answers', () => {
  test('a request that the venue does not answer is declined by the system when it was to begin, not before', async () => {
    const id = await request();
    await pass(SEVEN - 1);
    expect(await statusOf(id)).toBe('pending');
    await pass(1);
    expect(await find(id)).toMatchObject({ status: 'declined', cancelled_by: 'system', cancel_reason: null });
    expect(await eventTypes(id)).toEqual(['ReservationBooked', 'ReservationDeclined']);
  });

  test('a request confirmed in time becomes a no-show instead of declined', async () => {
    const id = await request();
    await pass(HALF_PAST_SIX);
    await command(floor.till, 'ConfirmReservation', { reservation_id: id });
    await pass(HOUR);
    expect(await statusOf(id)).toBe('no_show');
    expect(await eventTypes(id)).not.toContain('ReservationDeclined');
  });

  test('a reservation that a move beyond the limit made pending is declined after all', async () => {
    const id = await book();
    await patch(floor.booker, `/v1/reservations/${id}`, { table_id: null });
    expect(await statusOf(id)).toBe('pending');
    await pass(SEVEN);
    expect(await statusOf(id)).toBe('declined');
  });
});

describe('nothing is lost', () => {
  test('a restart that slept through timers fires them late', async () => {
    const database = await createAppDatabase();
    const first = await startTestApp({ clock: () => clock.read(), database });
    floor = await createFloor(first, RULES);
    const [awaited, unanswered] = [await book(), await request()];
    await first.stop();
    clock.move(30 * HOUR);
    const second = await startTestApp({ clock: () => clock.read(), database });
    const booker = createClient(second.url, floor.booker.token);
    const now = async (id: string) => (await booker.get(`/v1/reservations/${id}`)).body;
    try {
      await vi.waitFor(
        async () => {
          clock.move(1_000);
          expect([(await now(awaited)).status, (await now(unanswered)).status]).toEqual(['no_show', 'declined']);
        },
        { timeout: 10_000, interval: 50 },
      );
      expect((await now(awaited)).status_changed_at > '2026-03-03 20:00:00').toBe(true);
    } finally {
      await second.stop();
      await database.drop();
    }
  });

  test('two processes that fire the same timers at once fire each once', async () => {
    const ids = [await book(), await book({ table_id: floor.tables.two }), await request(), await request()];
    const { store, pool, shown } = app.tillstream;
    await shown(await store.head());
    const [one, two] = [0, 1].map(() => createReservationTimers({ handler: createCommandHandler(store, pool), pool }));
    const now = new Date(clock.read() + SEVEN + HOUR);
    await Promise.all([one!.tick(now), two!.tick(now), one!.tick(now)]);
    await shown(await store.head());
    expect(await Promise.all(ids.map(eventTypes))).toEqual([
      ...Array(2).fill(['ReservationBooked', 'ReservationMarkedNoShow']),
      ...Array(2).fill(['ReservationBooked', 'ReservationDeclined']),
    ]);
  });

  test('a timer that finds its guest expected later fires then, though it fired a moment ago', async () => {
    const id = await book();
    const { store, pool, shown } = app.tillstream;
    await shown(await store.head());
    const handler = createCommandHandler(store, pool);
    let moved = false;
    const timers = createReservationTimers({
      pool,
      handler: {
        ...handler,
        handle: async (...given) => {
          if (!moved) await patch(floor.booker, `/v1/reservations/${id}`, { start_time: '21:00' });
          moved = true;
          return handler.handle(...given);
        },
      },
    });
    const run = async (ms: number) => {
      await timers.tick(new Date(clock.read() + ms));
      await shown(await store.head());
      return eventTypes(id);
    };
    expect(await run(SEVEN + 15 * MINUTE)).toEqual(['ReservationBooked', 'ReservationMoved']);
    expect((await run(SEVEN + 2 * HOUR + 15 * MINUTE)).at(-1)).toBe('ReservationMarkedNoShow');
  });

  test('a timer that cannot be decided is reported, tried again, and delays no other', async () => {
    const [stuck, fine] = [await book(), await request()];
    const { store, pool, shown } = app.tillstream;
    await shown(await store.head());
    const handler = createCommandHandler(store, pool);
    let fails = true;
    const timers = createReservationTimers({
      pool,
      handler: {
        ...handler,
        handle: (decider, id, given, ...rest) =>
          fails && (given as { reservation_id: string }).reservation_id === stuck
            ? Promise.reject(new Error('not now'))
            : handler.handle(decider, id, given, ...rest),
      },
    });
    const now = new Date(clock.read() + SEVEN + HOUR);
    await expect(timers.tick(now)).rejects.toThrow('not now');
    await shown(await store.head());
    expect([await statusOf(stuck), await statusOf(fine)]).toEqual(['created', 'declined']);
    fails = false;
    await timers.tick(now);
    await shown(await store.head());
    expect(await statusOf(stuck)).toBe('no_show');
  });

  test('more timers than a page that are due at once are all done', async () => {
    const { store, shown } = app.tillstream;
    for (let round = 0; round < 11; round++) {
      await Promise.all(
        Array.from({ length: 50 }, () => booked(floor, { date, table_id: null, external_id: randomUUID() })),
      );
    }
    await shown(await store.head());
    clock.move(SEVEN);
    await app.tillstream.processes.tick();
    await shown(await store.head());
    const { body } = await floor.booker.get(`/v1/reservations?date_from=${date}&status=pending`);
    expect(body.count).toBe(0);
    expect((await floor.booker.get(`/v1/reservations?date_from=${date}&status=declined`)).body.count).toBe(550);
  });
});
