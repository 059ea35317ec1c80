import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { bookInLog } from '../support/book-log.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import { bookingOf, createFloor } from '../support/floor.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { startFight, statusesOf } from '../support/table-fight.ts';
import { definePoint } from '../support/venue.ts';

const ATTEMPTS = effort({ short: 1_800, long: 10_000 });
/** Each has one attempt under way, and time goes on by a step with each: with more of them what they want would be past. */
const CALLERS = effort({ short: 120, long: 500 });
const TABLES = 8;
/** From two in the afternoon to half past nine while they fight: bookings become due, and guests walk in among them. */
const CLOCK_STEP_MS = 27_000_000 / ATTEMPTS;

const clock = createClock();
let apps: SharedPair;
let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  apps = await sharedPair({ clock: clock.read });
  ({ app, other } = apps);
});
afterAll(async () => {
  await apps?.stop();
});

const elsewhere = (client: HttpClient): HttpClient => createClient(other.url, client.token);
/** In Tashkent. */
const localTime = (ms = 0): string => new Date(clock.read() + 5 * 3_600_000 + ms).toISOString();
const dayAhead = (days: number): string => localTime(days * DAY).slice(0, 10);

test('200 guests want the same table for the same time, at two processes: one gets it', async () => {
  const floor = await createFloor(app);
  const bookers = [floor.booker, elsewhere(floor.booker)];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      bookers[index % 2]!.post('/v1/reservations', bookingOf(floor, { date: dayAhead(3) })),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(199);
  for (const { body } of refused) expect(body.conflict).toMatchObject({ date: dayAhead(3), start_time: '19:00' });
  expect(await bookInLog(app.tillstream.store, floor.point_id)).toMatchObject({ overlaps: [], events: 1 });
});

test('one external_id at two processes is one reservation', async () => {
  const floor = await createFloor(app);
  const bookers = [floor.booker, elsewhere(floor.booker)];
  const body = bookingOf(floor, { date: dayAhead(3) });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => bookers[index % 2]!.post('/v1/reservations', body)),
  );
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test.for(['partner', 'till'])(
  'one external_id of a %s at two points and two processes is one reservation',
  async (who) => {
    const floor = await createFloor(app);
    const { id: otherPoint } = await definePoint(floor.till, { name: 'Elsewhere' });
    const points = [floor.point_id, otherPoint];
    const tills = [floor.till, elsewhere(floor.till)];
    const bookers = [floor.booker, elsewhere(floor.booker)];
    /** The id it was given; undefined: too many wanted it at once. */
    const book = async (index: number, body: Record<string, unknown>): Promise<string | undefined> => {
      if (who === 'till') return (await command(tills[index >> 1]!, 'BookTable', body)).id;
      return (await bookers[index >> 1]!.post('/v1/reservations', body)).body.id;
    };
    for (let round = 0; round < 15; round++) {
      const body = bookingOf(floor, { date: dayAhead(3 + round), table_id: null });
      const ids = await Promise.all(
        [0, 1, 2, 3].map((index) => book(index, { ...body, point_id: points[index % 2] }).catch(() => undefined)),
      );
      const given = ids.filter((id) => id !== undefined);
      expect(given.length).toBeGreaterThan(0);
      expect(new Set(given).size).toBe(1);
      const booked = (await recorded(app.tillstream.store, { types: ['ReservationBooked'] }))
        .map(({ data }) => data as { reservation_id: string; external_id: string })
        .filter(({ external_id }) => external_id === body.external_id);
      expect(booked.map(({ reservation_id }) => reservation_id)).toEqual([given[0]]);
      expect(await book(round % 4, { ...body, point_id: points[round % 2] })).toBe(given[0]);
    }
  },
);

test(`${ATTEMPTS} bookings, moves, cancellations, seatings and walk-ins at two processes never put two on one table`, {
  timeout: 180_000,
}, async () => {
  const floor = await createFloor(app);
  const tables = Object.values(floor.tables);
  while (tables.length < TABLES) {
    const fields = { hall_id: floor.hall_id, name: `${tables.length + 1}`, capacity: 4 };
    tables.push((await command(floor.till, 'DefineTable', fields)).id);
  }
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
  const fight = startFight({
    floor,
    tables,
    days: [0, 1, 2].map(dayAhead),
    doors: [floor, { booker: elsewhere(floor.booker), till: elsewhere(floor.till) }],
    // Time goes on while an attempt is under way.
    isAhead: (date, time) => `${date}T${time}` > localTime(90 * MINUTE),
    onAttempt: () => clock.move(CLOCK_STEP_MS),
  });
  await fight.attempt(CALLERS, (attempts) => attempts >= ATTEMPTS);

  const log = await bookInLog(app.tillstream.store, floor.point_id);
  expect(log.overlaps).toEqual([]);
  expect(log.crowded).toEqual([]);
  fight.expectKept(log);
  // It was a fight, and there was something to win.
  for (const it of ['book', 'move', 'SeatReservation', 'SeatWalkIn'].flatMap((what) => [
    `${what} won`,
    `${what} lost`,
  ])) {
    expect(fight.counts[it] ?? 0, `${it} in ${JSON.stringify(fight.counts)}`).toBeGreaterThan(10);
  }
  // What the read side tells is what the log tells, once it has heard of what fell due at last.
  await vi.waitFor(async () => {
    const { statuses } = await bookInLog(app.tillstream.store, floor.point_id);
    const list = await floor.booker.get(`/v1/reservations?date_from=${dayAhead(0)}&date_to=${dayAhead(2)}`);
    expect(statusesOf(list.body.reservations)).toEqual(statuses);
  });
});
