import { randomUUID } from 'node:crypto';
import { type Envelope, envelop } from '../../src/commands/loop/envelope.ts';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { DEMO_KEYS } from '../../src/demo/keys.ts';
import { fold } from '../../src/domain/decider.ts';
import { DEFAULT_RESERVATION_RULES } from '../../src/domain/points/commands.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { BookPoint, CommandOf } from '../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../src/domain/reservations/decide.ts';
import type { ReservationBookEvent } from '../../src/domain/reservations/events.ts';
import { addDays } from '../../src/domain/reservations/local-clock.ts';
import { type EventStore, RevisionConflict } from '../../src/event-store/event-store.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { openBenchEvents } from '../support/events.ts';
import { runLoad } from '../support/load.ts';
import { fromCallers, interleave, seconds } from '../support/rounds.ts';

const CALLERS = 64;
const TABLES = 100;
/** Of so many guests one wants a table that is taken. */
const ONE_REFUSED_OF = 5;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '00:00', close: '24:00' }));
const LENGTH_MINUTES = 90;
const PER_DAY = (24 * 60) / LENGTH_MINUTES;

/** Guests who all book at one point: the book decides one after another. */
export const reservations: Section = {
  name: 'reservations',
  run: async (context) => [await decided(context), await overHttp(context)],
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
      ...{ name: `reservations decided on one book, ${CALLERS} callers`, unit: '/s', rounds: ours },
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

/** Everybody a table and a time of their own, but for every fifth: these all want the very same. */
const placeOf = (index: number) => {
  const isRefused = index % ONE_REFUSED_OF === ONE_REFUSED_OF - 1;
  const place = isRefused ? 0 : index;
  const [table, sitting] = [place % TABLES, Math.floor(place / TABLES)];
  const minutes = (sitting % PER_DAY) * LENGTH_MINUTES;
  const start_time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const date = addDays(new Date().toISOString().slice(0, 10), 2 + Math.floor(sitting / PER_DAY));
  return { table, date, start_time };
};

const newPoint = (): BookPoint => {
  const ids = Array.from({ length: TABLES }, (_, index) => index + 1);
  return {
    ...{ brand_id: randomUUID(), point_id: randomUUID(), timezone: 'Asia/Tashkent', working_hours: EVERY_DAY },
    reservation_rules: { ...DEFAULT_RESERVATION_RULES, max_days_ahead: 90 },
    tables: new Map(ids.map((id) => [id, { id, name: `${id}`, hall_id: 1, hall_name: 'Main', capacity: 4 }])),
  };
};

const KEY_ID = randomUUID();

const bookingAt = (point: BookPoint, index: number): CommandOf<'Book'> => {
  const { table, date, start_time } = placeOf(index);
  return {
    ...{ type: 'Book', reservation_id: randomUUID(), at: new Date().toISOString(), point, source: 'partner' },
    ...{ key_id: KEY_ID, external_id: `guest-${index}`, booking_type: 'table', guests: 2, table_id: table + 1 },
    ...{ date, start_time, duration_minutes: LENGTH_MINUTES, deposit: null, comment: null },
    guest: { client_id: 1, name: 'Aziza', phone: '+998901234567' },
  };
};

const envelopeOf = ({ brand_id, point_id }: BookPoint): Envelope => ({
  ...{ command_id: randomUUID(), correlation_id: 'bench', causation_id: null, brand_id, point_id },
  ...{ actor: { kind: 'partner', id: KEY_ID, name: 'bench' }, occurred_at: new Date().toISOString() },
});

/** The same as partners send it: token, validation, the guest's card, the book, read models. */
const overHttp = async (context: BenchContext): Promise<Figure> => {
  const amount = context.quick ? 1_000 : 5_000;
  const refusals = amount / ONE_REFUSED_OF;
  const app = await startApp(context.adminUrl);
  try {
    const turn = async (): Promise<number> => {
      const { point_id, tables } = await openHall(app);
      let next = 0;
      const nextBody = (): string => {
        const index = next++;
        const { table, date, start_time } = placeOf(index);
        const guest = { phone: `+99890${1_000_000 + (index % 400)}`, name: 'Азиза' };
        const place = { date, start_time, duration_minutes: LENGTH_MINUTES, guests: 2, table_id: tables[table] };
        return JSON.stringify({ point_id, external_id: `${point_id}-${index}`, guest, ...place });
      };
      const load = { url: app.url, path: '/v1/reservations', token: app.token, amount, nextBody };
      const { perSecond } = await runLoad({ ...load, refusals, good: 201, refused: 409 });
      await app.shown();
      const { rows } = await app.database.pool.query<{ count: number }>(
        'select count(*) as count from log.events where stream = $1',
        [`reservation_book-${point_id}`],
      );
      if (rows[0]!.count !== amount - refusals) {
        throw new Error(`${amount - refusals} reservations were acknowledged, ${rows[0]!.count} are in the log`);
      }
      return perSecond;
    };
    const rounds: number[] = [];
    await turn();
    for (let round = 1; round <= context.rounds; round++) {
      rounds.push(await turn());
      context.progress(`round ${round}: ${Math.round(rounds.at(-1)!)} over HTTP`);
    }
    return {
      ...{ name: 'POST /v1/reservations at one point', unit: '/s', rounds },
      goals: [{ of: 'value', atLeast: 1_000 }],
    };
  } finally {
    await app.stop();
  }
};

/** A point of the demo brand, open round the clock, whose tables nobody has booked. */
const openHall = async (app: BenchApp): Promise<{ point_id: string; tables: number[] }> => {
  const token = await app.exchange(DEMO_KEYS.venue);
  const command = async (type: string, fields: object): Promise<string & number> => {
    const body = JSON.stringify({ command_id: randomUUID(), ...fields });
    return (await app.post<{ result: { id: never } }>(`/venue/v1/commands/${type}`, body, token)).result.id;
  };
  const point_id = await command('DefinePoint', {
    ...{ name: 'Hall', short_name: 'H', phone: '+998712000000', latitude: 41.3, longitude: 69.2 },
    ...{ delivery_distance: 1_000, working_hours: EVERY_DAY },
  });
  const hall_id = await command('DefineHall', { point_id, name: 'Main' });
  const tables: number[] = [];
  await fromCallers(16, TABLES, async (index) => {
    tables.push(await command('DefineTable', { hall_id, name: `${index + 1}`, capacity: 4 }));
  });
  await app.shown();
  return { point_id, tables };
};
