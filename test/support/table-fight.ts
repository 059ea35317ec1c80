import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import { type BookInLog, stateOf } from './book-log.ts';
import { bookingOf, patch, type TestFloor } from './floor.ts';
import { type HttpAnswer, type HttpClient, Unanswered } from './http-client.ts';

/** A process of the system, as those who call it see it. */
export interface Door {
  readonly booker: HttpClient;
  readonly till: HttpClient;
}

export interface FightOptions {
  readonly floor: TestFloor;
  readonly tables: readonly number[];
  readonly doors: readonly Door[];
  /** Days that are fought for, `YYYY-MM-DD`. */
  readonly days: readonly string[];
  /** Whether a start at that day and local time may still be booked. */
  readonly isAhead?: (date: string, time: string) => boolean;
  /** Before each attempt: time goes on, for one. */
  readonly onAttempt?: () => void | Promise<void>;
}

/** Callers that all want the same few tables, and what they were told. */
export interface Fight {
  /** So many callers at once, each with the next attempt as soon as the last is answered, while so many are not enough. */
  attempt(callers: number, isEnough: (attempts: number) => boolean): Promise<void>;
  /** How often which attempt was `won` and how often `lost` (409), as `book won`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Resolves when so many more attempts are answered. */
  answers(count: number): Promise<void>;
  /** Expects that everything anybody was told is in the log, and each booking in it once. */
  expectKept(log: BookInLog): void;
}

/** As many of the latest bookings are moved and cancelled, by several callers each. */
const RECENT = 60;
/** As many of the latest cheques are closed. */
const TABLES_AT_ONCE = 8;

export const startFight = ({ floor, tables, doors, days, isAhead = () => true, onAttempt }: FightOptions): Fight => {
  const ids: string[] = [];
  const counts: Record<string, number> = {};
  const told: { id: string; state: string }[] = [];
  const sat: string[] = [];
  const seated: { id: string; order_id: number }[] = [];
  let answered = 0;
  let heard = Promise.withResolvers<void>();
  let next = 0;

  /** One that dies under a caller sends him to the other, with the very same request. */
  const ask = async (what: string, number: number, send: (door: Door) => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(pick(doors, number + attempt)).catch((error: unknown) => {
        if (!(error instanceof Unanswered)) throw error;
        return undefined;
      });
      if (answer) {
        answered += 1;
        heard.resolve();
        heard = Promise.withResolvers<void>();
        const key = `${what} ${answer.status === 409 ? 'lost' : 'won'}`;
        counts[key] = (counts[key] ?? 0) + 1;
        if (answer.status > 201 && answer.status !== 409) {
          throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
        }
        return answer;
      }
      await turn();
    }
  };

  const place = (roll: (sides: number) => number) => {
    const start_time = `${String(10 + roll(14)).padStart(2, '0')}:${pick(['00', '15', '30', '45'], roll(4))}`;
    const date = pick(days, roll(days.length));
    return {
      date: isAhead(date, start_time) ? date : days.at(-1)!,
      start_time,
      table_id: pick(tables, roll(tables.length)),
      duration_minutes: 30 + 15 * roll(12),
      guests: 2,
    };
  };

  const note = ({ status, body }: HttpAnswer): void => {
    if (status !== 409) told.push({ id: body.id, state: stateOf(body) });
  };

  const book = async (number: number, fields: object): Promise<void> => {
    const body = bookingOf(floor, fields);
    const answer = await ask('book', number, ({ booker }) => booker.post('/v1/reservations', body));
    note(answer);
    if (answer.status !== 409) ids.push(answer.body.id);
  };

  const command = (type: string, number: number, fields: object): Promise<HttpAnswer> => {
    const body = { command_id: randomUUID(), ...fields };
    return ask(type, number, async ({ till }) => {
      const answer = await till.post(`/venue/v1/commands/${type}`, body);
      if (type === 'SeatWalkIn' && answer.status === 200) sat.push(body.command_id);
      return answer;
    });
  };

  const seat = async (number: number, reservation_id: string, table_id: number | null): Promise<void> => {
    const { status, body } = await command('SeatReservation', number, { reservation_id, table_id });
    if (status === 200) seated.push({ id: reservation_id, order_id: body.result.order_id });
  };

  const step = async (number: number): Promise<void> => {
    await onAttempt?.();
    // The same each time but for who comes first.
    const roll = dice(number);
    const kind = roll(20);
    const table_id = pick(tables, roll(tables.length));
    const id = ids.at(-1 - roll(Math.min(ids.length, RECENT)));
    const path = `/v1/reservations/${id}`;
    if (kind < 8 || id === undefined) return book(number, place(roll));
    if (kind < 13) return note(await ask('move', number, ({ booker }) => patch(booker, path, place(roll))));
    if (kind < 15) return note(await ask('cancel', number, ({ booker }) => booker.post(`${path}/cancel`)));
    if (kind < 17) return seat(number, id, kind === 15 ? table_id : null);
    const cheque = seated.at(-1 - roll(Math.min(seated.length, TABLES_AT_ONCE)));
    if (kind === 17 && cheque) {
      await command('CloseCheque', number, { order_id: cheque.order_id, cashier_id: floor.cashier_id, payments: [] });
    } else if (kind === 18) {
      await command('FreeTable', number, { table_id });
    } else {
      await command('SeatWalkIn', number, { table_id, guests: 2 });
    }
  };

  return {
    counts,
    answers: async (count) => {
      for (const enough = answered + count; answered < enough; ) await heard.promise;
    },
    attempt: async (callers, isEnough) => {
      const caller = async (): Promise<void> => {
        while (!isEnough(next)) await step(next++);
      };
      await Promise.all(Array.from({ length: callers }, caller));
    },
    expectKept: ({ states, seatings, external_ids, command_ids }) => {
      expect(told.filter(({ id, state }) => !states.get(id)?.has(state))).toEqual([]);
      expect(seated.filter(({ id, order_id }) => seatings.get(id) !== order_id)).toEqual([]);
      expect(sat.filter((id) => !command_ids.has(id))).toEqual([]);
      expect(new Set(external_ids).size).toBe(external_ids.length);
    },
  };
};

/** How many reservations of a list have which status. */
export const statusesOf = (reservations: readonly { readonly status: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of reservations) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const pick = <Item>(items: readonly Item[], place: number): Item => items[place % items.length]!;

/** Rolls that follow from a number, and look as if they did not. */
const dice = (number: number) => {
  let state = number;
  return (sides: number): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % Math.max(1, sides);
  };
};
