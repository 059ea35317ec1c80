import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { effort } from '../support/effort.ts';
import { anotherBooker, bookingOf, createFloor, patch, type TestFloor } from '../support/floor.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { definePoint } from '../support/venue.ts';

const WRITERS = 8;
const CHANGES = effort({ short: 400, long: 5_000 });
const POINTS = 8;
/** Reservations that all writers change, beside those each has to himself. */
const SHARED = 10;
const PAGE = 40;
/** So many changes, and the readers look again: while they look, others are made. */
const BETWEEN_LOOKS = 8;

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  apps = await sharedPair();
  ({ app, other } = apps);
  floor = await createFloor(app);
});
afterAll(async () => {
  await apps?.stop();
});

interface Seen {
  readonly id: string;
  readonly point_id: string;
  readonly comment: string | null;
  readonly updated_at: string;
}

/** The date in Tashkent, so many days from now. */
const dayAhead = (days: number): string =>
  new Date(apps.now() + 5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Whoever reads the feed, page by page, as the contract tells. */
const createReader = (clients: readonly HttpClient[]) => {
  const seen: Seen[] = [];
  let query = 'changed_since=2020-01-01T00:00:00Z';
  let last = '';
  let polls = 0;
  return {
    seen,
    /** Everything there is by now. */
    catchUp: async (): Promise<void> => {
      for (let has_more = true; has_more; ) {
        const client = clients[polls++ % clients.length]!;
        const { status, body } = await client.get(`/v1/reservations?${query}&limit=${PAGE}`);
        expect(status, JSON.stringify(body)).toBe(200);
        seen.push(...body.reservations);
        has_more = body.has_more;
        if (!body.next) continue;
        expect(body.next.changed_since >= last, `${last} then ${body.next.changed_since}`).toBe(true);
        last = body.next.changed_since;
        query = `changed_since=${last}${body.next.after_id === null ? '' : `&after_id=${body.next.after_id}`}`;
      }
    },
  };
};

/** What a writer does: books, and changes what is booked; each change says in its comment which one it is. */
const createWriter = (
  client: HttpClient,
  till: HttpClient,
  points: readonly string[],
  shared: readonly string[],
  onChange: () => void,
) => {
  const own: string[] = [];
  let count = 0;

  const book = async (comment: string): Promise<void> => {
    const place = { point_id: points[count % points.length], table_id: null, date: dayAhead(1 + (count % 9)) };
    const answer = await client.post('/v1/reservations', bookingOf(floor, { ...place, comment }));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    own.push(answer.body.id);
  };
  const change = async (id: string, comment: string): Promise<void> => {
    const start_time = `${12 + (count % 10)}:00`;
    const answer = await patch(
      client,
      `/v1/reservations/${id}`,
      count % 2 === 0 ? { comment } : { comment, start_time },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  return {
    own,
    run: async (name: string, amount: number): Promise<void> => {
      for (; count < amount; count++) {
        const comment = `${name} ${count}`;
        const at = own.length;
        if (count % 10 === 0) await book(comment);
        else if (count % 10 === 3) await change(shared[(count * 7) % shared.length]!, comment);
        else if (count % 10 === 6) {
          await command(till, 'MoveReservation', { reservation_id: own[(count * 3) % at], comment });
        } else await change(own[(count * 5) % at]!, comment);
        onChange();
      }
    },
  };
};

/** Notifies with every so many changes. Readers that look without a pause take the writers' time and see no more. */
const createNotifier = () => {
  let changes = 0;
  let rung = Promise.withResolvers<void>();
  const end = (): void => {
    rung.resolve();
    rung = Promise.withResolvers();
  };
  return {
    notify: (): void => {
      changes++;
      if (changes % BETWEEN_LOOKS === 0) end();
    },
    next: () => rung.promise,
    end,
  };
};

test(`a reader of ${CHANGES} changes by ${WRITERS} writers ends with exactly the final states`, {
  timeout: 240_000,
}, async () => {
  const points = [floor.point_id];
  while (points.length < POINTS) points.push((await definePoint(floor.till, { name: `Point ${points.length}` })).id);
  const shared: string[] = [];
  while (shared.length < SHARED) {
    const fields = { date: dayAhead(2), table_id: null, point_id: points[shared.length % POINTS] };
    shared.push((await floor.booker.post('/v1/reservations', bookingOf(floor, fields))).body.id);
  }
  const notifier = createNotifier();
  const there = (client: HttpClient) => createClient(other.url, client.token);
  const writers = Array.from({ length: WRITERS }, (_, index) => {
    const [booker, till] = index % 2 === 0 ? [floor.booker, floor.till] : [there(floor.booker), there(floor.till)];
    return createWriter(booker, till, points, shared, notifier.notify);
  });
  // Reservations of another partner's own are none of the reader's business.
  const stranger = await anotherBooker(floor);

  const readers = [
    createReader([floor.booker]),
    createReader([floor.booker, there(floor.booker)]),
    createReader([there(floor.booker)]),
  ];
  let written = false;
  const reading = readers.map(async (reader) => {
    while (!written) {
      const next = notifier.next();
      await reader.catchUp();
      await next;
    }
    await reader.catchUp();
  });
  await Promise.all([
    ...writers.map((writer, index) => writer.run(`w${index}`, CHANGES / WRITERS)),
    stranger.post(
      '/v1/reservations',
      bookingOf(floor, { date: dayAhead(3), table_id: null, external_id: randomUUID() }),
    ),
  ]);
  written = true;
  notifier.end();
  await Promise.all(reading);

  const query = `date_from=${dayAhead(0)}&date_to=${dayAhead(12)}`;
  const { body: list } = await floor.booker.get(`/v1/reservations?${query}`);
  const final = new Map<string, Seen>(list.reservations.map((it: Seen) => [it.id, it]));
  expect(final.size).toBe(SHARED + writers.reduce((count, { own }) => count + own.length, 0));

  for (const { seen } of readers) {
    const states = new Map<string, Seen>();
    const said = new Set<string>();
    for (const reservation of seen) {
      const before = states.get(reservation.id);
      // A change comes once, and a reservation never goes back to what it was.
      const version = `${reservation.id} ${reservation.comment}`;
      expect(said, version).not.toContain(version);
      said.add(version);
      if (before) expect(reservation.updated_at >= before.updated_at).toBe(true);
      states.set(reservation.id, reservation);
    }
    expect(Object.fromEntries(states)).toEqual(Object.fromEntries(final));
    // It read along, and did not come to a made bed.
    expect(seen.length).toBeGreaterThan(2 * final.size);
  }
});
