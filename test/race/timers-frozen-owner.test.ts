// A database of its own: processes share it, and one is frozen.

import { expect, onTestFinished, test, vi } from 'vitest';
import { readOwners } from '../../src/database/ownership/heartbeat.ts';
import { createNemesisApp } from '../nemesis/app.ts';
import { openVenue } from '../nemesis/venue.ts';
import { command } from '../support/app.ts';
import { createAppDatabase } from '../support/database.ts';
import { booked } from '../support/floor.ts';
import { openLog } from '../support/log.ts';
import { definePoint, orderBody } from '../support/venue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const within = (timeout: number) => ({ timeout, interval: 50 });

/** Each of them fires a timer: what it appends, and of what. */
const FIRED = ['PreorderReleased', 'OrderDeleted', 'ReservationMarkedNoShow'];

test('timers fire once when their owner stands still in the middle of it, is replaced, and wakes', {
  timeout: 120_000,
}, async () => {
  const database = await createAppDatabase();
  onTestFinished(database.drop);
  const { url: databaseUrl, eventStoreUrl } = database;
  const apps = await Promise.all(
    ['app 0', 'app 1'].map((name) => createNemesisApp({ name, databaseUrl, eventStoreUrl })),
  );
  onTestFinished(async () => void (await Promise.all(apps.map((app) => app.stop()))));
  // The first that starts is the owner.
  for (const app of apps) await app.start();
  const [owner, successor] = apps as [(typeof apps)[0], (typeof apps)[0]];
  const ownerNow = async () => (await readOwners(database.pool)).find(({ name }) => name === 'processes');
  const frozen = await ownerNow();

  const floor = await openVenue(owner.url);
  const { till, partner, point_id } = floor;
  // Open around the clock: the test runs at any time of the day.
  await definePoint(till, { id: point_id, working_hours: undefined, reservation_rules: {} });
  const online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] }))
    .id;
  const place = async (fields: Record<string, unknown>): Promise<void> => {
    const answer = await partner.post('/v1/orders', orderBody(floor, fields));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR);
  for (let count = 0; count < EACH; count++) {
    await place({ scheduled_at: inHours(2).toISOString() });
    await place({ payment_type_id: online });
    const date = inHours(24 * (count + 1))
      .toISOString()
      .slice(0, 10);
    await booked(floor, { date, start_time: '12:00' });
  }

  const pool = database.pool;
  const store = openLog({ ...database, pool });
  onTestFinished(() => store.close());
  const fired = async (): Promise<string[]> => {
    const events = (await store.readAll(0, 10_000)).filter(({ type }) => FIRED.includes(type));
    return events.map(({ type, stream, data }) => `${type} ${(data as Named).reservation_id ?? stream}`).toSorted();
  };

  const reached = owner.reach({ at: 'PreorderReleased', when: 'before' });
  const later = { clockMs: 24 * (EACH + 2) * HOUR };
  owner.set(later);
  await reached;
  owner.freeze();
  successor.set(later);
  await vi.waitFor(async () => expect((await ownerNow())?.process_id).not.toBe(frozen?.process_id), within(40_000));
  await vi.waitFor(async () => expect(await fired()).toHaveLength(FIRED.length * EACH), within(20_000));
  owner.thaw();
  await owner.mend();
  // It waits again, and has done with what it was about to do when it says so.
  await vi.waitFor(async () => expect(await waiting()).toBe(1), within(20_000));
  const after = await fired();
  expect(new Set(after).size).toBe(after.length);
  expect(after).toHaveLength(FIRED.length * EACH);

  async function waiting(): Promise<number> {
    const { rows } = await pool.query(
      `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where datname = current_database() and locktype = 'advisory' and objid = 8451004 and not granted`,
    );
    return rows.length;
  }
});

const EACH = 5;

interface Named {
  readonly reservation_id?: string;
}
