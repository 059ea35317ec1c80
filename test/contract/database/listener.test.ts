import { expect, test, vi } from 'vitest';
import { createListener } from '../../../src/database/listener.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWire } from '../event-store/wire.ts';

/** A way to the server that is cut whenever the other end begins to listen, so many times. */
const startCutter = async (serverUrl: string) => {
  const cutter = { cuts: 0 };
  const wire = await startWire(serverUrl, (sent) => sent.includes('listen ') && cutter.cuts-- > 0);
  return Object.assign(cutter, wire);
};

test('a connection that breaks while it is made is followed by one other, however often', async () => {
  const database = await createTestDatabase();
  const way = await startCutter(database.url);
  const listener = await createListener(way.url, ['changes']);
  const heard: string[] = [];
  listener.notifications.subscribe(({ payload }) => heard.push(payload));
  way.cuts = 4;
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillstream-listen'`,
  );
  await vi.waitFor(() => expect(heard).toEqual(['']));
  await database.pool.query(`notify changes, 'ding'`);
  await vi.waitFor(() => expect(heard).toEqual(['', 'ding']));
  expect(way.connections()).toBe(1 + 4 + 1);
  await listener.close();
  await way.close();
  await database.drop();
});

test('a first connection that breaks fails its caller, and is not tried again', async () => {
  const database = await createTestDatabase();
  const way = await startCutter(database.url);
  way.cuts = 1;
  await expect(createListener(way.url, ['changes'])).rejects.toThrow();
  const second = await createListener(way.url, ['changes']);
  expect(way.connections()).toBe(2);
  await second.close();
  await way.close();
  await database.drop();
});
