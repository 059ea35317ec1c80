// A database of its own: it keeps states whose events its log does not have.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { loseTail } from '../../support/lost-tail.ts';
import { envelope, type TallyCommand, tallyDecider } from '../../support/tally.ts';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = createPostgresEventStore({ pool: database.pool, url: database.url });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Two processes that write one stream, and what it holds: eleven units in two events. */
const setUp = async () => {
  const id = randomUUID();
  const stream = `tally-${id}`;
  const open = () => {
    const handler = createCommandHandler(store, database.pool);
    const send = (command: TallyCommand) => handler.handle(tallyDecider, id, command, envelope());
    const load = async () => (await handler.load(tallyDecider, id)).state;
    return { send, load };
  };
  const [one, two] = [open(), open()];
  await one.send({ type: 'Fill', units: 1 });
  await one.send({ type: 'Fill', units: 10 });
  const read = vi.spyOn(store, 'read');
  return { stream, one, two, read };
};

/** A snapshot that holds more than the log does, by the last command it knows. */
const keepSnapshot = (stream: string, revision: number, commandId: string) =>
  database.pool.query(
    'insert into app.snapshots (stream, state_version, revision, state, recent_command_ids) values ($1, $2, $3, $4, $5)',
    [stream, tallyDecider.stateVersion, revision, { left: 1_000, taken: 0 }, [commandId]],
  );
const snapshotsOf = async (stream: string) =>
  (await database.pool.query('select from app.snapshots where stream = $1', [stream])).rowCount;

test('a cached state with events that the log has lost is folded anew, and commands continue', async () => {
  const { stream, one } = await setUp();
  await loseTail(database, stream, 1);
  expect(await one.send({ type: 'Take' })).toMatchObject({ state: { left: 0, taken: 1 }, revision: 1 });
  await expect(one.send({ type: 'Take' })).rejects.toMatchObject({ code: 'none_left' });
});

test('a state that holds events which the log has lost is never shown', async () => {
  const { stream, one } = await setUp();
  await loseTail(database, stream, 1);
  expect(await one.load()).toEqual({ left: 1, taken: 0 });
  await loseTail(database, stream, 0);
  expect(await one.load()).toEqual({ left: 0, taken: 0 });
});

test('events that another process wrote in place of lost ones are used', async () => {
  const { stream, one, two } = await setUp();
  await loseTail(database, stream, 1);
  await two.send({ type: 'Take' });
  expect(await one.load()).toEqual({ left: 0, taken: 1 });
  await expect(one.send({ type: 'Take' })).rejects.toMatchObject({ code: 'none_left' });
});

test('takes what another process wrote in place of lost events, when it wrote more than was lost', async () => {
  const { stream, one, two } = await setUp();
  await loseTail(database, stream, 1);
  await two.send({ type: 'Take' });
  await two.send({ type: 'Fill', units: 1 });
  expect(await one.send({ type: 'Take' })).toMatchObject({ state: { left: 0, taken: 2 }, revision: 3 });
});

test('a snapshot that is ahead of the log is ignored, and replaced by the next one', async () => {
  const { stream, two } = await setUp();
  await keepSnapshot(stream, 500, randomUUID());
  expect(await two.send({ type: 'Take' })).toMatchObject({ state: { left: 10, taken: 1 }, revision: 2 });
  expect(await snapshotsOf(stream)).toBe(0);
});

test('ignores a snapshot of another history than that of the log', async () => {
  const { stream, two } = await setUp();
  await keepSnapshot(stream, 1, randomUUID());
  expect(await two.load()).toEqual({ left: 11, taken: 0 });
  expect(await snapshotsOf(stream)).toBe(0);
});

test('checking whether a state is of this log costs no extra read', async () => {
  const { one, read } = await setUp();
  read.mockClear();
  await one.send({ type: 'Take' });
  expect(read).not.toHaveBeenCalled();
  await one.load();
  expect(read).toHaveBeenCalledTimes(1);
});
