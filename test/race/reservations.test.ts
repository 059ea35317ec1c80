import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookInLog } from '../support/book-log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { anotherBooker, bookingOf, createFloor, patch } from '../support/floor.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';

let database: TestDatabase;
let app: TestApp;
/** Another process of the same system: it shares the database and nothing else. */
let other: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ database });
  other = await startTestApp({ database });
});
afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await database?.drop();
});

const elsewhere = (client: HttpClient): HttpClient => createClient(other.url, client.token);
const DAY_MS = 24 * 3_600_000;
const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const pick = <Item>(items: readonly Item[], seed: number): Item => items[seed % items.length]!;

/** Callers at work at once, each on its own, until so many steps are taken. */
const inParallel = async (callers: number, steps: number, step: (number: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < steps) await step(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
};

test('200 guests want the same table for the same time, at two processes: one gets it', async () => {
  const floor = await createFloor(app);
  const bookers = [floor.booker, elsewhere(floor.booker)];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      pick(bookers, index).post('/v1/reservations', bookingOf(floor, { date: dateIn(3) })),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(199);
  for (const { body } of refused) expect(body.conflict).toMatchObject({ date: dateIn(3), start_time: '19:00' });
  expect(await bookInLog(app.tillstream.pool, floor.point_id)).toMatchObject({ overlaps: [], events: 1 });
});

test('one external_id at two processes is one reservation', async () => {
  const floor = await createFloor(app);
  const bookers = [floor.booker, elsewhere(floor.booker)];
  const body = bookingOf(floor, { date: dateIn(3) });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => pick(bookers, index).post('/v1/reservations', body)),
  );
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

describe('bookings, moves, cancellations and walk-ins all at once, over two processes', () => {
  test('never put two on one table', { timeout: 120_000 }, async () => {
    const floor = await createFloor(app);
    const bookers = [floor.booker, elsewhere(floor.booker)];
    const tills = [floor.till, elsewhere(floor.till)];
    const tables = Object.values(floor.tables);
    const ids: string[] = [];
    const counts: Record<string, number> = {};
    const count = (what: string, { status }: HttpAnswer): void => {
      counts[`${what} ${status}`] = (counts[`${what} ${status}`] ?? 0) + 1;
    };
    // Pseudo-random, and the same each time but for who comes first.
    const place = (seed: number) => ({
      date: dateIn(3 + (seed % 3)),
      start_time: `${10 + ((seed * 7) % 12)}:${pick(['00', '15', '30', '45'], seed * 5)}`,
      duration_minutes: 30 + 15 * ((seed * 11) % 8),
      table_id: pick(tables, seed * 3),
      guests: 2,
    });

    await inParallel(32, 1_600, async (number) => {
      const booker = pick(bookers, number);
      const till = pick(tills, number);
      const id = ids.at(-1 - ((number * 13) % 12)) ?? ids[0];
      const kind = number % 8;
      if (kind < 3 || id === undefined) {
        const answer = await booker.post('/v1/reservations', bookingOf(floor, place(number)));
        count('book', answer);
        if (answer.status === 201) ids.push(answer.body.id);
      } else if (kind < 6) {
        count('move', await patch(booker, `/v1/reservations/${id}`, place(number)));
      } else if (kind === 6) {
        count('cancel', await booker.post(`/v1/reservations/${id}/cancel`));
      } else {
        const turn = Math.floor(number / 8);
        const type = turn % 3 === 0 ? 'FreeTable' : 'SeatWalkIn';
        const body = { command_id: randomUUID(), table_id: pick(tables, turn + Math.floor(turn / 3)), guests: 2 };
        count(type, await till.post(`/venue/v1/commands/${type}`, body));
      }
    });
    const log = await bookInLog(app.tillstream.pool, floor.point_id);
    expect(log).toMatchObject({ overlaps: [], crowded: [] });
    // It was a fight, and there was something to win.
    expect(Object.keys(counts).filter((it) => !/ (200|201|409)$/.test(it))).toEqual([]);
    for (const it of ['book 201', 'book 409', 'move 200', 'move 409', 'SeatWalkIn 200', 'SeatWalkIn 409']) {
      expect(counts[it] ?? 0, JSON.stringify(counts)).toBeGreaterThan(5);
    }
    // What the read side tells is what the log tells.
    const list = await floor.booker.get(`/v1/reservations?date_from=${dateIn(3)}&date_to=${dateIn(5)}`);
    const shown: Record<string, number> = {};
    for (const { status } of list.body.reservations) shown[status] = (shown[status] ?? 0) + 1;
    expect(shown).toEqual(log.statuses);
  });
});

test('a reader of the change feed ends with exactly what there is, though eight write', {
  timeout: 120_000,
}, async () => {
  const CHANGES = 800;
  const floor = await createFloor(app);
  const booker = await anotherBooker(floor);
  const bookers = [booker, elsewhere(booker)];
  const ids: string[] = [];
  for (let number = 0; number < 40; number++) {
    const fields = { date: dateIn(5 + number), table_id: null };
    ids.push((await booker.post('/v1/reservations', bookingOf(floor, fields))).body.id);
  }

  // biome-ignore lint/suspicious/noExplicitAny: reservations as they came
  const seen = new Map<string, any>();
  const told: string[] = [];
  let cursor = 'changed_since=2020-01-01T00:00:00Z';
  const poll = async (): Promise<number> => {
    const { body } = await pick(bookers, told.length).get(`/v1/reservations?${cursor}&limit=7`);
    for (const reservation of body.reservations) {
      seen.set(reservation.id, reservation);
      told.push(`${reservation.id} ${reservation.comment}`);
    }
    cursor = `changed_since=${body.next.changed_since}${body.next.after_id ? `&after_id=${body.next.after_id}` : ''}`;
    return body.count;
  };
  let writing = true;
  const reader = (async () => {
    while (writing) await poll();
    while ((await poll()) > 0);
  })();
  await inParallel(8, CHANGES, async (number) => {
    const answer = await patch(pick(bookers, number), `/v1/reservations/${pick(ids, number * 7)}`, {
      comment: `change ${number}`,
    });
    expect(answer.status).toBe(200);
  });
  writing = false;
  await reader;

  // No state was told twice: each reservation as it was at one change, and never the same change again.
  expect(new Set(told).size).toBe(told.length);
  for (const id of ids) expect(seen.get(id)).toEqual((await booker.get(`/v1/reservations/${id}`)).body);
});
