import { randomUUID } from 'node:crypto';
import { type Envelope, envelop } from '../../src/commands/loop/envelope.ts';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { fold } from '../../src/domain/decider.ts';
import { DEFAULT_RESERVATION_RULES } from '../../src/domain/points/commands.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { BookPoint, CommandOf } from '../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../src/domain/reservations/decide.ts';
import type { ReservationBookEvent } from '../../src/domain/reservations/events.ts';
import { type EventStore, RevisionConflict } from '../../src/event-store/event-store.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { EVERY_DAY, LENGTH_MINUTES, ONE_REFUSED_OF, placeOf, TABLES } from '../fixtures/wanted-tables.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { openBenchEvents } from '../support/events.ts';
import { fromCallers, interleave, seconds } from '../support/rounds.ts';
import { reservationsOverHttp } from './reservations-http.ts';

const CALLERS = 64;

/** Guests who all book at one point: the book decides one after another. */
export const reservations: Section = {
  name: 'reservations',
  run: async (context) => [await decided(context), await reservationsOverHttp(context)],
};

/** The book's command loop beside callers who each read, decide, append, and start again when another was faster. */
const decided = async (context: BenchContext): Promise<Figure> => {
  const { url, pool, drop } = await createDatabase(context.adminUrl);
  const log = await openBenchEvents({ pool, url });
  const { store } = log;
  const handler = createCommandHandler(store, pool);
  const handle: Decide = async (command, envelope) => {
    await handler.handle(reservationBookDecider, command.point.point_id, command, envelope);
  };
  /** A turn has a book of its own, so that none finds a longer one than the others did. */
  const turn = (decide: Decide, count: number) => async (): Promise<number> => {
    const point = newPoint();
    const refused = { count: 0 };
    const took = await seconds(() => fromCallers(CALLERS, count, (index) => attempt(decide, point, index, refused)));
    const stored = (await store.read(`reservation_book-${point.point_id}`)).length;
    if (stored + refused.count !== count || refused.count !== count / ONE_REFUSED_OF) {
      throw new Error(`of ${count} guests ${stored} have a table and ${refused.count} were refused`);
    }
    return count / took;
  };
  try {
    const { ours, baseline } = await interleave(
      context,
      turn(handle, context.quick ? 1_000 : 5_000),
      // Fewer: it reads the whole book each time, and a short one is in its favour.
      turn(optimistic(store), context.quick ? 50 : 150),
    );
    return {
      name: `reservations decided on one book, ${CALLERS} callers`,
      unit: '/s',
      rounds: ours,
      baseline: { name: 'optimistic retries', rounds: baseline },
      goals: [
        { of: 'value', atLeast: 1_000 },
        { of: 'ratio', atLeast: 20 },
      ],
    };
  } finally {
    await log.close();
    await drop();
  }
};

type Decide = (command: CommandOf<'Book'>, envelope: Envelope) => Promise<void>;

/** What one would write first: everybody for himself. */
const optimistic =
  (store: EventStore): Decide =>
  async (command, envelope) => {
    const stream = `reservation_book-${command.point.point_id}`;
    for (;;) {
      const recorded = await store.read(stream);
      const history = recorded as unknown as ReservationBookEvent[];
      const book = fold(reservationBookDecider, reservationBookDecider.initial, history);
      const events = reservationBookDecider.decide(book, command);
      try {
        await store.append(stream, recorded.at(-1)?.revision ?? 'no_stream', envelop(stream, events, envelope));
        return;
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
      }
    }
  };

const attempt = async (decide: Decide, point: BookPoint, index: number, refused: { count: number }): Promise<void> => {
  try {
    await decide(bookingAt(point, index), envelopeOf(point));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'table_busy') throw error;
    refused.count += 1;
  }
};

const newPoint = (): BookPoint => {
  const ids = Array.from({ length: TABLES }, (_, index) => index + 1);
  return {
    brand_id: randomUUID(),
    point_id: randomUUID(),
    timezone: 'Asia/Tashkent',
    working_hours: EVERY_DAY,
    special_days: {},
    reservation_rules: { ...DEFAULT_RESERVATION_RULES, max_days_ahead: 90 },
    tables: new Map(ids.map((id) => [id, { id, name: `${id}`, hall_id: 1, hall_name: 'Main', capacity: 4 }])),
  };
};

const KEY_ID = randomUUID();

const bookingAt = (point: BookPoint, index: number): CommandOf<'Book'> => {
  const { table, date, start_time } = placeOf(index);
  return {
    type: 'Book',
    reservation_id: randomUUID(),
    at: new Date().toISOString(),
    point,
    source: 'partner',
    key_id: KEY_ID,
    external_id: `guest-${index}`,
    booking_type: 'table',
    guests: 2,
    table_id: table + 1,
    date,
    start_time,
    duration_minutes: LENGTH_MINUTES,
    deposit: null,
    comment: null,
    guest: { client_id: 1, name: 'Aziza', phone: '+998901234567' },
  };
};

const envelopeOf = ({ brand_id, point_id }: BookPoint): Envelope => ({
  command_id: randomUUID(),
  correlation_id: 'bench',
  causation_id: null,
  brand_id,
  point_id,
  actor: { kind: 'partner', id: KEY_ID, name: 'bench' },
  occurred_at: new Date().toISOString(),
});
