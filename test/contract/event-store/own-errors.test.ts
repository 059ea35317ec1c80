import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createConnection } from '../../../src/event-store/eventstoredb/connection/connection.ts';
import { parseReadAnswer, subscribeRequest } from '../../../src/event-store/eventstoredb/messages/read-messages.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb/server.ts';

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => void process.off('unhandledRejection', note));

test('a caller who aborts a call to EventStoreDB gets the reason of the abort, and no rejection is left unhandled', async () => {
  const server = await startEventStoreDbServer();
  onTestFinished(() => server.stop());
  const connection = createConnection(server.url);
  onTestFinished(() => connection.close());
  const stopped = AbortSignal.abort();
  const call = connection.read({ request: subscribeRequest(0), parse: parseReadAnswer }, async () => {
    stopped.throwIfAborted();
  });
  await expect(call).rejects.toBe(stopped.reason);
  // Node reports a rejection after the turn in which it came.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
