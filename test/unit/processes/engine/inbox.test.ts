import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createInbox } from '../../../../src/processes/engine/inbox.ts';

const events = (first: number, count: number, type = 'Sold'): RecordedEvent[] =>
  Array.from({ length: count }, (_, index) => ({ position: first + index, type }) as RecordedEvent);

const openInbox = () => {
  const inbox = createInbox(({ type }) => type === 'Sold');
  inbox.startAfter(0);
  inbox.collect();
  inbox.settle();
  return inbox;
};

test('an inbox keeps events of its types, in order, and knows how far the log has come', () => {
  const inbox = openInbox();
  inbox.offer([...events(1, 2), ...events(3, 1, 'Noise')]);
  inbox.offer(events(4, 1, 'Noise'));
  expect(inbox.take(1)).toEqual(events(1, 1));
  expect(inbox.take(10)).toEqual(events(2, 1));
  expect([inbox.upTo, inbox.gap]).toEqual([4, false]);
});

test('an inbox has a gap when more comes than it holds, and keeps nothing after it', () => {
  const inbox = openInbox();
  inbox.offer(events(1, 2_000));
  expect(inbox.gap).toBe(false);
  inbox.offer(events(2_001, 1));
  expect(inbox.gap).toBe(true);
  inbox.offer(events(2_002, 1));
  expect(inbox.take(10)).toEqual([]);
});

test('an inbox has a gap from where the live end begins anew', () => {
  const inbox = openInbox();
  inbox.offer(events(1, 1));
  inbox.startAfter(7);
  expect([inbox.upTo, inbox.gap, inbox.take(10)]).toEqual([7, true, []]);
});
