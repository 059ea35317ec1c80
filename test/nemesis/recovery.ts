import { setTimeout as delay } from 'node:timers/promises';
import { createBookingClient } from './bookings.ts';
import { createNemesisClient } from './clients.ts';
import type { Entry } from './history.ts';
import { exchangeKey, useKey } from './keys.ts';
import type { Door, Operation } from './operations.ts';
import { openSession, type Round } from './session.ts';

/** Numbers of clients that come after the faults; those of the plan are smaller. */
const PROBE = 90;
const READER = 80;
const DOORS: readonly Door[] = [0, 1];
const PAUSE_MS = 250;
/** Of what was acknowledged, as many orders are read at each app in the end, the latest first. */
const READ_AGAIN = 60;

/** Everything there is to do, in an order in which each step can succeed. */
const everyOperation = (door: Door): Operation[] => {
  const order: Operation = { kind: 'order', door, goods: 'plov', quantity: 1, sent: 'once', attempts: 3 };
  const first = { door, pick: 0 };
  return [
    ...([order, { kind: 'read', ...first }, { kind: 'accept', ...first }, { kind: 'cook', ...first }] as const),
    ...([{ kind: 'close', ...first }, order, { kind: 'cancel', door, pick: 1 }, { kind: 'list', door }] as const),
    { kind: 'adjust', door },
    { kind: 'restock', door, goods: 'tea', quantity: 20 },
    { kind: 'book', door, table: door, day: 33, start: '19:00', minutes: 90, sent: 'once' },
    ...([
      { kind: 'cancelBooking', ...first },
      { kind: 'readBooking', ...first },
    ] as const),
    ...([
      { kind: 'listBookings', door },
      { kind: 'feed', door },
    ] as const),
    // Used at both before, so that both have it in memory.
    { kind: 'revoke', door, uses: [door, door === 0 ? 1 : 0, door, door] },
  ];
};

/** A cancelled reservation is looked at, and a revoked key is used, at both apps. */
const AT_BOTH: ReadonlySet<Entry['kind']> = new Set(['readBooking', 'useKey']);

/** Does everything once at one app; answers the requests that failed, or had to go to the other app. */
const probe = async (round: Round, door: Door): Promise<Entry[]> => {
  const number = PROBE + round.probes++;
  const client = createNemesisClient(round, number);
  const before = round.history.entries.length;
  for (const operation of everyOperation(door)) await client.perform(operation);
  // The probe of the other app goes on at the same time.
  const own = round.history.entries.slice(before).filter((entry) => entry.client === number);
  return own.filter((entry) => {
    const isServed = entry.status !== undefined && entry.status < 500;
    return !isServed || (entry.door !== door && !AT_BOTH.has(entry.kind));
  });
};

/** With all faults gone: resolves when every operation works at both apps. Throws when that takes longer than `withinMs`. */
export const awaitRecovery = async (round: Round, withinMs: number): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const failed = (await Promise.all(DOORS.map((door) => probe(round, door)))).flat();
    const took = performance.now() - began;
    if (failed.length === 0) return took;
    if (took > withinMs) throw new NotRecovered(`not recovered after ${Math.round(took / 1_000)} s`, failed);
    await delay(PAUSE_MS);
  }
};

export class NotRecovered extends Error {
  readonly entries: readonly Entry[];
  constructor(message: string, entries: readonly Entry[]) {
    super(message);
    this.entries = entries;
  }
}

/** Everything again, now that nothing may fail: all operations, what was acknowledged, and the keys that were revoked. */
export const lookAgain = async (round: Round): Promise<void> => {
  const session = openSession(round, READER);
  const { partner } = round.floor;
  const known = new Set(round.history.entries.flatMap(({ order_id }) => order_id ?? []));
  const latest = [...known].slice(-READ_AGAIN);
  // Those of this phase's own probes are told of by its own answers.
  const revoked = [...round.revoked];
  const lookAt = async (door: Door): Promise<void> => {
    await probe(round, door);
    for (const order_id of latest) {
      await session.ask({
        kind: 'read',
        door,
        token: partner.token,
        order_id,
        send: (client) => client.get(`/v1/orders/${order_id}`),
        read: ({ body }) => ({ order_id, order_status: body.status }),
      });
    }
    for (const key of revoked) {
      await useKey(session, key, door);
      await exchangeKey(session, key, door);
    }
  };
  await Promise.all(DOORS.map(lookAt));
  for (const number of round.feeds.keys()) {
    const bookings = createBookingClient(round, openSession(round, number), number);
    while (await bookings.feed(DOORS[number % 2]!));
  }
};
