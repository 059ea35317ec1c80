// A database of its own: it fills one read model, and needs no app.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_RESERVATION_RULES } from '../../../src/domain/points/commands.ts';
import { ALWAYS_OPEN } from '../../../src/domain/points/working-hours.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import type { Taken } from '../../../src/domain/reservations/availability.ts';
import type { BookPoint, ReservationBookCommand } from '../../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../../src/domain/reservations/decide.ts';
import type { Reservation } from '../../../src/domain/reservations/events.ts';
import { type Book, EMPTY_BOOK } from '../../../src/domain/reservations/state.ts';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { createBatchWriters, send } from '../../../src/projections/engine/batch-writer.ts';
import { createIndexes, createTables, READ_SCHEMA } from '../../../src/projections/engine/schema.ts';
import { dueReservations } from '../../../src/projections/reservations/due-reservations.ts';
import { createOccupancyBoards } from '../../../src/projections/reservations/occupancy-boards.ts';
import { reservationsProjection } from '../../../src/projections/reservations/projection.ts';
import { findReservation, listReservations } from '../../../src/projections/reservations/queries.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { takenIn } from '../../support/taken-in.ts';

const NOW = Date.parse('2026-03-06T07:00:00.000Z');
const HOUR = 3_600_000;
const TIMEZONE = 'Asia/Tashkent';
const WHOLE = [NOW - 48 * HOUR, NOW + 90 * 24 * HOUR] as const;

let database: TestDatabase;
let pool: pg.Pool;
let position = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
  await createTables(pool, READ_SCHEMA, reservationsProjection);
  await createIndexes(pool, READ_SCHEMA, reservationsProjection);
});
afterAll(() => database?.drop());

/** Says how far the read model is, as the runner does with every commit. */
const checkpoint = (shown: number) =>
  pool.query(
    `insert into app.checkpoints (projection, version, position) values ('reservations', 1, $1)
     on conflict (projection) do update set position = $1`,
    [shown],
  );

const newPoint = (): BookPoint => ({
  brand_id: randomUUID(),
  point_id: randomUUID(),
  timezone: TIMEZONE,
  working_hours: ALWAYS_OPEN,
  special_days: {},
  reservation_rules: DEFAULT_RESERVATION_RULES,
  tables: new Map([1, 2, 3, 4].map((id) => [id, { id, name: `${id}`, hall_id: 9, hall_name: 'Main', capacity: null }])),
});

/** A book that decides, and the read model that follows it. */
const createVenue = (point: BookPoint) => {
  let book: Book = EMPTY_BOOK;
  const states = new Map<string, Reservation>();
  const unwritten: RecordedEvent[] = [];
  let reseated = 0;
  return {
    point,
    states,
    /** How often guests who sat went to another table. */
    get reseated() {
      return reseated;
    },
    get book() {
      return book;
    },
    /** False: refused. */
    decide: (command: ReservationBookCommand): boolean => {
      try {
        for (const event of reservationBookDecider.decide(book, command)) {
          book = reservationBookDecider.evolve(book, event);
          if (command.type === 'ReseatGuests') reseated += 1;
          unwritten.push({
            ...event,
            position: ++position,
            recorded_at: new Date(NOW + position).toISOString(),
          } as never);
          if ('reservation_id' in event.data) {
            const { before: _, ...state } = event.data as Reservation & { before?: unknown };
            states.set(state.reservation_id, state);
          }
        }
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
    /** Brings the read model up to the book. */
    project: async () => {
      const write = createBatchWriters(READ_SCHEMA, reservationsProjection.tables)();
      for (const event of unwritten.splice(0)) reservationsProjection.on[event.type]!(event, write);
      await send(pool, write.statements());
      await checkpoint(position);
    },
  };
};

const booking = (point: BookPoint, fields: object = {}): ReservationBookCommand => ({
  type: 'Book',
  reservation_id: randomUUID(),
  at: new Date(NOW).toISOString(),
  point,
  source: 'partner',
  key_id: point.brand_id,
  external_id: randomUUID(),
  booking_type: 'table',
  guests: 2,
  table_id: 1,
  date: '2026-03-07',
  start_time: '19:00',
  duration_minutes: 90,
  deposit: null,
  comment: null,
  guest: { client_id: 1, name: 'Aziza', phone: '+998901234567' },
  ...fields,
});

/** The same whichever came first. */
const sorted = (taken: readonly Taken[]): string[] => taken.map((it) => JSON.stringify(Object.values(it))).toSorted();

/** Numbers that look random, the same every time (mulberry32). */
const randomly = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const clockOf = (half: number): string => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;

/** Some command, sensible or not. */
const anyCommand = (venue: ReturnType<typeof createVenue>, pick: (below: number) => number): ReservationBookCommand => {
  const { point } = venue;
  const at = new Date(NOW + pick(12) * HOUR).toISOString();
  const ids = [...venue.states.keys()];
  const reservation_id = ids[pick(Math.max(1, ids.length))] ?? randomUUID();
  const table_id = [null, 1, 2, 3, 4][pick(5)]!;
  const time = { date: `2026-03-${['06', '07', '08'][pick(3)]}`, start_time: clockOf(pick(48)) };
  const of = { reservation_id, at };
  const order_id = venue.states.get(reservation_id)?.order_id ?? 0;
  const some: ReservationBookCommand[] = [
    booking(point, { ...time, table_id, duration_minutes: 30 + pick(pick(2) ? 24 : 4) * 30 }),
    booking(point, { ...time, table_id, source: 'venue', duration_minutes: 30 }),
    { ...of, type: 'Move', point, by: 'venue', changes: { ...time, table_id } },
    { ...of, type: 'Cancel', by: 'venue', cancelled_by: 'venue', reason: null, deposit_status: null },
    { ...of, type: 'Confirm' },
    { ...of, type: 'Seat', point, table_id: table_id ?? 1, order_id: pick(1_000) + 1 },
    { ...of, type: 'ReseatGuests', point, table_id: table_id ?? 1, order_id },
    { ...of, type: 'CloseSeating', order_id },
    { ...of, type: 'MarkNoShow' },
    { type: 'SeatWalkIn', point, table_id: table_id ?? 1, guests: 2, at },
    { type: 'FreeTable', point, table_id: table_id ?? 1, at },
  ];
  return some[pick(some.length)]!;
};

describe('what is taken', () => {
  test('what is taken at a point is on the boards just as the book has it, after whatever happened and wherever one looks', async () => {
    const boards = createOccupancyBoards(pool);
    let seen = { seated: 0, reseated: 0, walkIns: 0, tableLess: 0 };
    for (let seed = 1; seed <= 6; seed++) {
      const pick = randomly(seed);
      const venue = createVenue(newPoint());
      const { brand_id, point_id } = venue.point;
      for (let step = 0; step < 300; step++) {
        venue.decide(anyCommand(venue, pick));
        if (pick(8) > 0) continue;
        await venue.project();
        const now = NOW + pick(60) * HOUR;
        const [from, to] = pick(2) ? WHOLE : [NOW + pick(48) * HOUR, NOW + (48 + pick(24)) * HOUR];
        const board = await boards.find(brand_id, point_id);
        const expected = takenIn(venue.book, from, to, TIMEZONE, now).filter((it) => it.from < to && it.to > from);
        expect(sorted(board.takenIn(from, to, TIMEZONE, now))).toEqual(sorted(expected));
        const anew = await createOccupancyBoards(pool).find(brand_id, point_id);
        expect(sorted(anew.takenIn(from, to, TIMEZONE, now))).toEqual(sorted(expected));
      }
      const parties = venue.book.parties.map(([, party]) => party);
      seen = {
        seated: seen.seated + parties.filter(({ reservation_id }) => reservation_id !== null).length,
        reseated: seen.reseated + venue.reseated,
        walkIns: seen.walkIns + parties.filter(({ reservation_id }) => reservation_id === null).length,
        tableLess: seen.tableLess + [...venue.states.values()].filter(({ table }) => table === null).length,
      };
    }
    // All of it has been met.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  let venue: ReturnType<typeof createVenue>;
  beforeEach(() => {
    venue = createVenue(newPoint());
  });
  const look = async (boards: ReturnType<typeof createOccupancyBoards>) =>
    (await boards.find(venue.point.brand_id, venue.point.point_id)).takenIn(...WHOLE, TIMEZONE, NOW);

  /** A pool that counts the questions asked of a table, and keeps their answers back while the gate is closed. */
  const watched = () => {
    const read = { changes: 0, walkIns: 0 };
    const asked = { shown: 0 };
    let gate = Promise.resolve();
    const query = async (question: never) => {
      const { text } = question as { text: string };
      const answer = await pool.query(question);
      if (text.includes('checkpoints')) asked.shown += 1;
      if (text.includes('walk_ins')) read.walkIns += 1;
      else if (text.includes('changed_position >')) read.changes += 1;
      else return answer;
      await gate;
      return answer;
    };
    const close = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    };
    return { pool: { query } as unknown as pg.Pool, read, asked, close };
  };

  test('what is taken at a point is read anew when the read model has gone on, and only then', async () => {
    const { pool: counting, read } = watched();
    const boards = createOccupancyBoards(counting);
    expect(await look(boards)).toEqual([]);
    venue.decide(booking(venue.point));
    await venue.project();
    expect(await look(boards)).toHaveLength(1);
    const before = { ...read };
    await Promise.all([look(boards), look(boards)]);
    expect(read).toEqual(before);
    venue.decide(booking(venue.point, { table_id: 2 }));
    await venue.project();
    expect(await look(boards)).toHaveLength(2);
    expect(read).toEqual({ changes: before.changes + 1, walkIns: before.walkIns + 1 });
  });

  test('the taken places of a point are current for a caller that asks after a change, also while an earlier caller gets the older ones', async () => {
    const { pool: slow, read, asked, close } = watched();
    const boards = createOccupancyBoards(slow);
    venue.decide(booking(venue.point));
    await venue.project();
    expect(await look(boards)).toHaveLength(1);

    const open = close();
    const before = { ...read };
    await checkpoint(++position);
    const first = look(boards);
    // What it asked has been read, and is of before the second booking.
    await vi.waitFor(() => expect(read).toEqual({ changes: before.changes + 1, walkIns: before.walkIns + 1 }));
    venue.decide(booking(venue.point, { table_id: 2 }));
    await venue.project();
    const so = asked.shown;
    const later = [look(boards), look(boards)];
    // They know how far the read model is, and wait for what the first was told.
    await vi.waitFor(() => expect(asked.shown).toBe(so + 1));
    await pool.query('select');
    open();
    await first;
    expect((await Promise.all(later)).map((taken) => taken.length)).toEqual([2, 2]);
  });

  test('what is taken at a point is read from the first when the read model is built anew', async () => {
    const boards = createOccupancyBoards(pool);
    venue.decide(booking(venue.point));
    await venue.project();
    expect(await look(boards)).toHaveLength(1);
    await pool.query('delete from read.table_holds where point_id = $1', [venue.point.point_id]);
    await checkpoint(0);
    expect(await look(boards)).toEqual([]);
    await checkpoint(position);
  });

  test('what is taken at a point is not shown to another brand or for another point', async () => {
    const boards = createOccupancyBoards(pool);
    venue.decide(booking(venue.point));
    await venue.project();
    const { brand_id, point_id } = venue.point;
    expect((await boards.find(randomUUID(), point_id)).takenIn(...WHOLE, TIMEZONE, NOW)).toEqual([]);
    expect((await boards.find(brand_id, randomUUID())).takenIn(...WHOLE, TIMEZONE, NOW)).toEqual([]);
  });

  test('a question for the taken places of a point fails while the database is away, and the next one is answered', async () => {
    const failing = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool;
    let current = failing;
    const boards = createOccupancyBoards({ query: (asked: never) => current.query(asked) } as never);
    await expect(look(boards)).rejects.toThrow('away');
    current = pool;
    expect(await look(boards)).toEqual([]);
  });
});

test('a reservation is read just as its last event has it', async () => {
  const pick = randomly(99);
  const venue = createVenue(newPoint());
  for (let step = 0; step < 250; step++) venue.decide(anyCommand(venue, pick));
  await venue.project();
  expect(venue.states.size).toBeGreaterThan(20);
  for (const [id, state] of venue.states) {
    expect(await findReservation(pool, venue.point.brand_id, id)).toEqual(state);
    expect(await findReservation(pool, randomUUID(), id)).toBeUndefined();
  }
  // Something is still to happen by itself to those whose guest is awaited, and to no others.
  const due = await dueReservations(pool, new Date(NOW + 1_000 * HOUR), 10_000);
  const awaited = [...venue.states.values()].filter(({ status }) => status === 'pending' || status === 'created');
  expect(awaited.length).toBeLessThan(venue.states.size);
  expect(due.flatMap((each) => (each.point_id === venue.point.point_id ? each.reservation_id : [])).toSorted()).toEqual(
    awaited.map(({ reservation_id }) => reservation_id).toSorted(),
  );
});

test('a brand’s reservations of some days are found by an index, where no point is named', async () => {
  const client = await pool.connect();
  const plans: string[] = [];
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await client.query(`explain ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  try {
    // Of a table that holds next to nothing, reading it whole is the better plan.
    await client.query('set enable_seqscan = off');
    const scope = { brand_id: randomUUID(), point_ids: null, key_id: null };
    const days = { from: '2026-03-06', to: '2026-03-06' };
    await listReservations(explaining, { ...scope, ...days, statuses: null, limit: 10 });
  } finally {
    client.release(true);
  }
  expect(plans).toEqual([expect.stringMatching(/Index Cond: .*brand_id = .*date/)]);
});
