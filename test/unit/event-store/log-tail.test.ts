import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { createLogTail, type LogTail } from '../../../src/event-store/postgres/log-tail.ts';

const landed = (headBefore: number, last: number) => ({
  headBefore,
  last,
  count: last - headBefore,
  bytes: 1,
  events: () => [],
});

test.each(['', 'bad', '-1', '1.5', '0x10', ' 7', '1e3', 'Infinity', '9'.repeat(30)])(
  'a notification that tells no position is a gap, and nothing is heard: "%s"',
  (payload) => {
    const tail = createLogTail();
    tail.hear('5');
    tail.hear(payload);
    expect([tail.heard, tail.gaps]).toEqual([5, 1]);
  },
);

test('trusts a notified position until the log has been read to its end', () => {
  const tail = createLogTail();
  tail.hear('9000000000000000');
  expect(tail.heard).toBe(9e15);
  tail.endsAt(103, tail.hints);
  expect(tail.heard).toBe(103);
  tail.hear('104');
  expect(tail.heard).toBe(104);
});

test('reads the log again after a notification that came while it was read', () => {
  const tail = createLogTail();
  tail.hear('105');
  const { hints } = tail;
  tail.hear('105');
  tail.endsAt(103, hints);
  expect(tail.heard).toBe(105);
});

test('a reader from beyond the end, or from before an append of our own is recorded, gets each event once', () => {
  const tail = createLogTail();
  tail.landed(landed(0, 7));
  tail.endsAt(9e15, tail.hints);
  expect(tail.heard).toBe(7);
  tail.endsAt(5, tail.hints);
  expect(tail.heard).toBe(7);
});

test('a notification of what this process appended wakes nobody, and any other does', () => {
  const tail = createLogTail();
  let woken = 0;
  tail.notifications.subscribe(() => woken++);
  const wakes = (payload: string): boolean => {
    const before = woken;
    tail.hear(payload);
    return woken > before;
  };
  expect(wakes('7')).toBe(true);
  tail.landed(landed(0, 7));
  expect(['7', '3'].map(wakes)).toEqual([false, false]);
  expect(['8', '', 'bad'].map(wakes)).toEqual([true, true, true]);
});

/** Appends of our own, events and all. */
const held = (headBefore: number, last: number, bytes = 1) => ({
  ...landed(headBefore, last),
  bytes,
  events: () =>
    Array.from({ length: last - headBefore }, (_, index) => ({ position: headBefore + index + 1 }) as RecordedEvent),
});
const after = (tail: LogTail, position: number) => tail.after(position, 3)?.map((event) => event.position);

test('events that others appended in between are not passed over: a reader before them reads the log', () => {
  const tail = createLogTail();
  tail.follow();
  tail.landed(held(0, 2));
  tail.landed(held(4, 5));
  expect([after(tail, 0), after(tail, 2), after(tail, 3), after(tail, 4)]).toEqual([
    undefined,
    undefined,
    undefined,
    [5],
  ]);
});

test('a reader further behind than the events in memory reads the log, and misses nothing', () => {
  const tail = createLogTail();
  tail.follow();
  for (const last of [1_000, 2_000, 3_000]) tail.landed(held(last - 1_000, last));
  expect([after(tail, 0), after(tail, 999)]).toEqual([undefined, undefined]);
  expect(after(tail, 1_000)).toEqual([1_001, 1_002, 1_003]);
});

test('events that all subscribers have passed make room', () => {
  const tail = createLogTail();
  const follower = tail.follow();
  for (const last of [1, 2, 3]) {
    tail.landed(held(last - 1, last, 5_000_000));
    expect(after(tail, last - 1)).toEqual([last]);
    follower.passed(last);
  }
});
