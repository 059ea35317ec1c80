// A database of its own: two processes share it, and are killed.

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { command } from '../support/app.ts';
import { type AppPair, startAppPair } from '../support/app-pair.ts';
import { bookInLog } from '../support/book-log.ts';
import { createFloor } from '../support/floor.ts';
import { createClient } from '../support/http-client.ts';
import { openLog } from '../support/log.ts';
import { type Door, startFight, statusesOf } from '../support/table-fight.ts';

const KILLS = 2;
const CALLERS = 12;
const ANSWERS_BETWEEN_KILLS = 120;
/** Between two attempts of a caller while a process starts: without it they take the time that the start needs. */
const PAUSE_MS = 100;

let pair: AppPair;
let store: EventStore;

beforeAll(async () => {
  pair = await startAppPair();
  store = openLog(pair.database);
}, 60_000);
afterAll(async () => {
  await store?.close();
  await pair?.stop();
});

test('whichever process is killed during bookings, no table is booked twice and every answer holds', {
  timeout: 120_000,
}, async () => {
  const { processes } = pair;
  const floor = await createFloor(pair);
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
  const dayAhead = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  const doors = processes.map(
    ({ url }): Door => ({ booker: createClient(url, floor.booker.token), till: createClient(url, floor.till.token) }),
  );
  let isStarting = false;
  const fight = startFight({
    floor,
    doors,
    tables: Object.values(floor.tables),
    days: [3, 4, 5].map(dayAhead),
    onAttempt: async () => {
      if (isStarting) await delay(PAUSE_MS);
    },
  });

  const rare = () =>
    ['book won', 'book lost', 'move won', 'move lost', 'SeatReservation won'].filter(
      (it) => (fight.counts[it] ?? 0) <= 5,
    );
  let isOver = false;
  const fighting = fight.attempt(CALLERS, () => isOver);
  for (let kill = 0; kill < KILLS; kill++) {
    await Promise.race([fight.answers(ANSWERS_BETWEEN_KILLS), fighting]);
    const process = processes[kill % 2]!;
    await process.kill();
    // The other one goes on meanwhile.
    isStarting = true;
    await process.start();
    isStarting = false;
  }
  await Promise.race([fight.answers(ANSWERS_BETWEEN_KILLS), fighting]);
  // Each kind of attempt was won or lost often enough to say something. How soon depends on who comes first.
  while (rare().length > 0) await Promise.race([fight.answers(1), fighting]);
  isOver = true;
  await fighting;

  const log = await bookInLog(store, floor.point_id);
  expect(log.overlaps).toEqual([]);
  expect(log.crowded).toEqual([]);
  fight.expectKept(log);
  // Both tell what the log tells: the one that was up all the time, and the one that has just come.
  for (const { booker } of doors) {
    await vi.waitFor(async () => {
      const { statuses } = await bookInLog(store, floor.point_id);
      const list = await booker.get(`/v1/reservations?date_from=${dayAhead(3)}&date_to=${dayAhead(5)}`);
      expect(statusesOf(list.body.reservations)).toEqual(statuses);
    });
  }
});
