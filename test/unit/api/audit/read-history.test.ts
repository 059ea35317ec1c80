import { expect, test } from 'vitest';
import { readHistories, readHistory } from '../../../../src/api/audit/read-history.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';

const LENGTH = 1_200;

/** A store that counts the pages that are read, and does something at each. */
const openStore = (onPage = (): void => {}) => {
  const events = Array.from({ length: LENGTH }, (_, revision) => ({ revision }) as RecordedEvent);
  const store = {
    pages: 0,
    read: async (_stream: string, from = 0, limit = LENGTH) => {
      store.pages++;
      onPage();
      return events.slice(from, from + limit);
    },
    readEach: async (streams: readonly string[], limit: number) => streams.map(() => events.slice(0, limit)),
  };
  return store;
};

test('a long stream is read page by page, to its end', async () => {
  const store = openStore();
  const events = await readHistory(store, 'order-1', new AbortController().signal);
  expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: LENGTH }, (_, index) => index));
  expect(store.pages).toBe(7);
});

test('the reading of a stream ends when its caller has gone', async () => {
  const control = new AbortController();
  const reason = new Error('gone');
  const store = openStore(() => control.abort(reason));
  await expect(readHistory(store, 'order-1', control.signal)).rejects.toBe(reason);
  expect(store.pages).toBe(1);
});

test('streams that are read together are each read to their end', async () => {
  const store = openStore();
  const histories = await readHistories(store, ['order-1', 'order-2'], new AbortController().signal);
  expect(histories).toEqual([await store.read('order-1'), await store.read('order-2')]);
});

test('the reading of streams together ends when its caller has gone', async () => {
  const control = new AbortController();
  const reason = new Error('gone');
  const store = openStore(() => control.abort(reason));
  await expect(readHistories(store, ['order-1', 'order-2'], control.signal)).rejects.toBe(reason);
  expect(store.pages).toBe(1);
});
