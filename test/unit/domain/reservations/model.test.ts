import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../../src/domain/decider.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { allEntries } from '../../../../src/domain/reservations/by-uuid.ts';
import type { BookTable, ReservationBookCommand } from '../../../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../../../src/domain/reservations/decide.ts';
import type { Reservation } from '../../../../src/domain/reservations/events.ts';
import { type Book, EMPTY_BOOK, statusOf } from '../../../../src/domain/reservations/state.ts';
import { isHolding } from '../../../../src/domain/reservations/status.ts';
import { effort } from '../../../support/effort.ts';
import { book, pointWith, uuid } from './fixtures.ts';
import { LIMIT, NO_SHOW_AFTER, onPaper, type Paper, SEATS, type Step } from './model.ts';

const RUNS = effort({ short: 600, long: 5_000 });
const MIDNIGHT = Date.parse('2026-03-06T00:00:00.000Z');

const tables = Object.entries(SEATS).map(([id, capacity]): [number, BookTable] => [
  Number(id),
  { id: Number(id), name: `Table ${id}`, hall_id: 9, hall_name: 'Hall', capacity },
]);
const point = pointWith(
  { unassigned_auto_confirm_guests_per_hour: LIMIT, no_show_after_minutes: NO_SHOW_AFTER },
  { timezone: 'UTC', tables: new Map(tables) },
);

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  // By how often they come: without bookings nothing is there to happen to, and few guests get as far as to change tables.
  kind: fc.oneof(
    ...(['book', 'seat', 'reseat'] as const).map((kind) => ({ weight: 6, arbitrary: fc.constant(kind) })),
    ...(['move', 'confirm', 'report'] as const).map((kind) => ({ weight: 3, arbitrary: fc.constant(kind) })),
    ...(['cancel', 'decline', 'close', 'noShow'] as const).map((kind) => fc.constant(kind)),
    ...(['walkIn', 'freeTable', 'fireNoShow', 'fireDecline'] as const).map((kind) => fc.constant(kind)),
  ),
  id: fc.integer({ min: 0, max: 4 }),
  venue: fc.boolean(),
  table: fc.integer({ min: 0, max: 3 }),
  keepTable: fc.boolean(),
  keepTime: fc.boolean(),
  start: fc.integer({ min: -1, max: 30 }).map((slot) => slot * 15),
  minutes: fc.integer({ min: 1, max: 12 }).map((slot) => slot * 15),
  guests: fc.integer({ min: 1, max: 5 }),
  paid: fc.boolean(),
  settle: fc.boolean(),
  wait: fc.constantFrom(0, 0, 0, 5, 30, 120),
});

const local = (minutes: number): { date: string; start_time: string } => {
  const iso = new Date(MIDNIGHT + minutes * 60_000).toISOString();
  return { date: iso.slice(0, 10), start_time: iso.slice(11, 16) };
};

const commandOf = (step: Step, now: number): ReservationBookCommand => {
  const { venue, guests, id } = step;
  const at = new Date(MIDNIGHT + now * 60_000).toISOString();
  const of = { reservation_id: uuid(id), at };
  const by = venue ? 'venue' : 'partner';
  const table_id = step.table || null;
  const seated = { point, table_id: step.table || 1, at };
  switch (step.kind) {
    case 'book': {
      const deposit = step.paid ? { amount: 5, payment_type_id: 1 } : null;
      const time = { ...local(now + step.start), duration_minutes: step.minutes };
      return book({ ...of, ...time, point, source: by, guests, table_id, deposit });
    }
    case 'move': {
      const changes = {
        guests,
        ...(!step.keepTime && local(now + step.start)),
        ...(!step.keepTable && { table_id }),
      };
      return { type: 'Move', ...of, point, by, changes };
    }
    case 'cancel': {
      const deposit_status = step.settle ? 'refunded' : null;
      return { type: 'Cancel', ...of, by, cancelled_by: by, reason: null, deposit_status };
    }
    case 'report':
      return { type: 'ReportDeposit', ...of, status: 'retained' };
    case 'confirm':
      return { type: 'Confirm', ...of };
    case 'decline':
      return { type: 'Decline', ...of, reason: null };
    case 'noShow':
      return { type: 'MarkNoShow', ...of };
    case 'seat':
      return { type: 'Seat', ...of, point, table_id, order_id: id };
    case 'reseat':
      return { type: 'ReseatGuests', ...of, point, table_id: step.table || 1, order_id: id };
    case 'close':
      return { type: 'CloseSeating', ...of, order_id: id, is_deleted: step.settle };
    case 'walkIn':
      return { type: 'SeatWalkIn', ...seated, guests };
    case 'freeTable':
      return { type: 'FreeTable', ...seated };
    case 'fireNoShow':
      return { type: 'FireNoShow', ...of };
    case 'fireDecline':
      return { type: 'FireDecline', ...of };
  }
};

const inBook = (state: Book, command: ReservationBookCommand): { answer: string; state: Book } => {
  try {
    const events = reservationBookDecider.decide(state, command);
    return { answer: events.length > 0 ? 'done' : 'nothing', state: fold(reservationBookDecider, state, events) };
  } catch (error) {
    if (error instanceof Refusal) return { answer: error.code, state };
    throw error;
  }
};

const minuteOf = (instant: string): number => (Date.parse(instant) - MIDNIGHT) / 60_000;

/** Whether two have the same table for a time that is not over. */
const overlaps = (reservations: readonly Reservation[], now: number): boolean =>
  reservations.some((one, index) =>
    reservations
      .slice(index + 1)
      .some(
        (other) =>
          one.table !== null &&
          one.table.id === other.table?.id &&
          one.starts_at < other.ends_at &&
          other.starts_at < one.ends_at &&
          Math.min(minuteOf(one.ends_at), minuteOf(other.ends_at)) > now,
      ),
  );

const isAsOnPaper = (state: Book, paper: Paper): void => {
  const current = allEntries(state.current);
  for (const [id, entry] of paper.entries) {
    expect(statusOf(state, uuid(id))).toBe(entry.status);
    const reservation = current.find(({ reservation_id }) => reservation_id === uuid(id));
    if (!reservation) continue;
    const { table, guests, starts_at, ends_at, deposit } = reservation;
    expect([table?.id ?? 0, guests, minuteOf(starts_at), minuteOf(ends_at), deposit?.status ?? null]).toEqual([
      entry.table,
      entry.guests,
      entry.from,
      entry.to,
      entry.deposit,
    ]);
  }
};

test(`${RUNS} random days are told as on paper, and no table is ever taken twice`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(stepArbitrary, { minLength: 5, maxLength: 30, size: 'max' }), (steps) => {
      const paper: Paper = { now: 12 * 60, entries: new Map(), walkIns: new Map() };
      let state = EMPTY_BOOK;
      for (const step of steps) {
        paper.now += step.wait;
        const done = inBook(state, commandOf(step, paper.now));
        state = done.state;
        const expected = onPaper(paper, step);
        seen.add(`${step.kind} ${expected}`);
        const holding = allEntries(state.current).filter(({ status }) => isHolding(status));
        if (overlaps(holding, paper.now)) expect({ step, holding }).toBeUndefined();
        if (done.answer !== expected) expect({ step, answer: done.answer }).toEqual({ step, answer: expected });
      }
      isAsOnPaper(state, paper);
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    }),
    { numRuns: RUNS },
  );
  // The days were eventful enough to mean something.
  for (const answer of ['table_busy', 'done', 'reservation_status_conflict']) {
    expect([...seen].filter((it) => it.endsWith(answer)).length).toBeGreaterThan(3);
  }
  expect(seen).toContain('move table_busy');
  for (const kind of ['seat', 'reseat']) expect(seen).toContain(`${kind} table_busy`);
  expect(seen).toContain('reseat done');
}, 60_000);
