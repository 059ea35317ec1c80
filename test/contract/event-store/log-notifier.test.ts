// A database of its own: it counts the notifications.

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogNotifier } from '../../../src/event-store/postgres/log-notifier.ts';
import { createTestDatabase } from '../../support/database.ts';
import { idsOf, newEvent, uniqueStream } from './fixtures.ts';
import { openStore } from './open-store.ts';
import { openTwoStores } from './two-stores.ts';

/** A database, and the positions that its listeners hear. */
const listening = async () => {
  const database = await createTestDatabase();
  const heard: number[] = [];
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(Number(payload)));
  await listener.query('listen log');
  onTestFinished(async () => {
    await listener.end();
    await database.drop();
  });
  return { database, heard };
};

test('other processes hear of the last of many appends, in fewer notifications than there are appends', async () => {
  const { database, heard } = await listening();
  const store = openStore('postgres', database.url);
  onTestFinished(store.close);
  let last = 0;
  // Most of them go alone, and each tenth time three go together.
  for (let round = 0; round < 200; round++) {
    const together = Array.from({ length: round % 10 === 0 ? 3 : 1 }, () =>
      store.append(uniqueStream(), 'no_stream', [newEvent()]),
    );
    last = Math.max(...(await Promise.all(together)).map(({ position }) => position));
  }
  await vi.waitFor(() => expect(heard.at(-1)).toBe(last), { timeout: 10_000 });
  expect(heard.length).toBeLessThan(200);
  expect(heard).toEqual([...new Set(heard)].sort((one, other) => one - other));
});

test('a subscriber in another process sees an append long before it would look by itself', async () => {
  const { store, other, close } = await openTwoStores();
  onTestFinished(close);
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const batches = other.subscribe(0, { signal: abort.signal })[Symbol.asyncIterator]();
  expect((await batches.next()).value.events).toEqual([]);
  // It looks by itself each second.
  const took: number[] = [];
  for (let round = 0; round < 15; round++) {
    const event = newEvent();
    const began = performance.now();
    await store.append(uniqueStream(), 'no_stream', [event]);
    expect(idsOf((await batches.next()).value.events)).toEqual([event.id]);
    took.push(performance.now() - began);
  }
  expect(took.sort((one, more) => one - more)[7]).toBeLessThan(300);
});

test('what was appended right before a store is closed is told', async () => {
  const { database, heard } = await listening();
  const store = openStore('postgres', database.url);
  await store.append(uniqueStream(), 'no_stream', [newEvent()]);
  const { position } = await store.append(uniqueStream(), 'no_stream', [newEvent()]);
  await store.close();
  await vi.waitFor(() => expect(heard.at(-1)).toBe(position), { timeout: 10_000 });
});

test('a notification that fails is not tried again, and the next append is told', async () => {
  const told: number[] = [];
  const notifier = createLogNotifier(async (position) => {
    told.push(position);
    if (position === 1) throw new Error('the server is away');
  });
  notifier.landed(1);
  await vi.waitFor(() => expect(told).toEqual([1]));
  notifier.landed(2);
  notifier.landed(3);
  await notifier.close();
  expect(told).toEqual([1, 3]);
});
