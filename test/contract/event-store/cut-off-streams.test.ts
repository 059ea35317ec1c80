import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { type EventStoreDbServer, startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { newEvents, uniqueStream } from './fixtures.ts';
import { openStore } from './open-store.ts';

let server: EventStoreDbServer;
let store: EventStore;

beforeEach(async () => {
  server = await startEventStoreDbServer();
  store = openStore('eventstoredb', server.url);
  onTestFinished(async () => {
    await store.close();
    server.stop();
  });
});

const begin = async (): Promise<string> => {
  const stream = uniqueStream();
  await store.append(stream, 'no_stream', newEvents(5));
  return stream;
};

const expectRefused = async (stream: string, reading: Promise<unknown>): Promise<void> => {
  const error = await reading.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).toMatchObject({
    cause: { message: expect.stringContaining(`stream ${stream} was deleted or cut off`) },
  });
};

test.each([
  ['its first events are hidden', 2],
  ['it was deleted', undefined],
])('a stream is not taken for whole where %s', async (_, before) => {
  const stream = await begin();
  const whole = await begin();
  server.log.cutOff(stream, before);
  await expectRefused(stream, store.read(stream));
  await expectRefused(stream, store.read(stream, 0, 1));
  await expectRefused(stream, store.readEach([whole, stream], 3));
  await expectRefused(stream, store.readAll(0, 10, { stream }));
  // The log still has them, and so have readers who know what came before.
  expect((await store.readAll(0, 20)).filter((event) => event.stream === stream)).toHaveLength(5);
  expect(await store.read(stream, 4)).toHaveLength(before === undefined ? 0 : 1);
});

test('a stream that was deleted does not begin anew', async () => {
  const stream = await begin();
  server.log.cutOff(stream);
  await expectRefused(stream, store.append(stream, 'no_stream', newEvents(2)));
  await expectRefused(stream, store.read(stream));
});

test('a stream whose metadata hide nothing, and one that never existed, are read as they are', async () => {
  const stream = await begin();
  server.log.writeSystemEvent(`$$${stream}`, '$metadata', { $acl: { $r: '$admins' } });
  expect(await store.read(stream)).toHaveLength(5);
  const empty = uniqueStream();
  server.log.writeSystemEvent(`$$${empty}`, '$metadata', { $acl: { $r: '$admins' } });
  expect(await store.read(empty)).toEqual([]);
  expect(await store.read(uniqueStream())).toEqual([]);
});
