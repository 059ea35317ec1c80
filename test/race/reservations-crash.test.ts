import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { command } from '../support/app.ts';
import { type AppProcess, createAppProcess } from '../support/app-process.ts';
import { bookInLog } from '../support/book-log.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';
import { createFloor } from '../support/floor.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { openLog } from '../support/log.ts';
import { type Door, startFight, statusesOf } from '../support/table-fight.ts';
import { tempFolder } from '../support/temp-folder.ts';

const KILLS = 2;
const CALLERS = 12;
const ANSWERS_BETWEEN_KILLS = 120;
const PLATFORM_KEY = 'platform-key-of-the-tests';

let database: TestDatabase;
let store: EventStore;
let processes: AppProcess[];

beforeAll(async () => {
  database = await createAppDatabase();
  store = openLog(database);
  const env = {
    ...{ DATABASE_URL: database.url, JWT_SECRET: 'secret-of-the-tests-that-is-long-enough', PERSONAL_DATA_KEY },
    ...{ PLATFORM_API_KEY: PLATFORM_KEY, REQUESTS_PER_MINUTE: '1000000' },
    ...(database.eventStoreUrl && { EVENT_STORE_URL: database.eventStoreUrl }),
  };
  const folder = await tempFolder();
  processes = await Promise.all([createAppProcess(folder, env), createAppProcess(folder, env)]);
  await Promise.all(processes.map((process) => process.start()));
}, 60_000);
afterAll(async () => {
  await Promise.all(processes?.map((process) => process.stop()) ?? []);
  await store?.close();
  await database?.drop();
});

test('whichever process is killed in the midst of it, no table is given twice and no answer was a lie', {
  timeout: 120_000,
}, async () => {
  const client = async (api_key: string): Promise<HttpClient> => {
    const { body } = await createClient(processes[0]!.url).post('/v1/auth/token', { api_key });
    return createClient(processes[0]!.url, body.access_token);
  };
  const floor = await createFloor({ client, platform: () => client(PLATFORM_KEY) });
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
  const dayAhead = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  const doors = processes.map(
    ({ url }): Door => ({ booker: createClient(url, floor.booker.token), till: createClient(url, floor.till.token) }),
  );
  const fight = startFight({ floor, doors, tables: Object.values(floor.tables), days: [3, 4, 5].map(dayAhead) });

  let isOver = false;
  const fighting = fight.attempt(CALLERS, () => isOver);
  for (let kill = 0; kill < KILLS; kill++) {
    await Promise.race([fight.answers(ANSWERS_BETWEEN_KILLS), fighting]);
    const process = processes[kill % 2]!;
    await process.kill();
    // The other one goes on meanwhile.
    await process.start();
  }
  await Promise.race([fight.answers(ANSWERS_BETWEEN_KILLS), fighting]);
  isOver = true;
  await fighting;

  const log = await bookInLog(store, floor.point_id);
  expect(log.overlaps).toEqual([]);
  expect(log.crowded).toEqual([]);
  fight.expectKept(log);
  for (const it of ['book won', 'book lost', 'move won', 'move lost', 'SeatReservation won']) {
    expect(fight.counts[it] ?? 0, `${it} in ${JSON.stringify(fight.counts)}`).toBeGreaterThan(5);
  }
  // Both tell what the log tells: the one that was up all the time, and the one that has just come.
  for (const { booker } of doors) {
    await vi.waitFor(async () => {
      const { statuses } = await bookInLog(store, floor.point_id);
      const list = await booker.get(`/v1/reservations?date_from=${dayAhead(3)}&date_to=${dayAhead(5)}`);
      expect(statusesOf(list.body.reservations)).toEqual(statuses);
    });
  }
});
