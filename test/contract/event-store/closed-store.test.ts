// A database of its own: stores open and close on it, and need no app.

import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase } from '../../support/database.ts';
import { newEvent, uniqueStream } from './fixtures.ts';
import { startWire } from './wire.ts';

test('a closed store refuses appends and subscriptions, and opens no connection', async () => {
  const database = await createTestDatabase();
  const wire = await startWire(database.url);
  const store = createPostgresEventStore({ pool: database.pool, url: wire.url });
  await store.append(uniqueStream(), 'no_stream', [newEvent()]);
  await store.close();
  const made = wire.connections();
  await expect(store.append(uniqueStream(), 'no_stream', [newEvent()])).rejects.toThrow(StoreUnavailable);
  const { signal } = new AbortController();
  expect(await Array.fromAsync(store.subscribe(0, { signal }))).toEqual([]);
  expect(wire.connections()).toBe(made);
  await wire.close();
  await database.drop();
});
