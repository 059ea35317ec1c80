import { expect, test } from 'vitest';
import { createLogTail } from '../../../src/event-store/postgres/log-tail.ts';

const landed = (headBefore: number, last: number) => ({
  ...{ headBefore, last, count: last - headBefore, bytes: 1, events: () => [] },
});

test.each(['', 'bad', '-1', '1.5', '0x10', ' 7', '1e3', 'Infinity', '9'.repeat(30)])(
  'a ring that tells no position is a doubt, and nothing is heard: "%s"',
  (payload) => {
    const tail = createLogTail();
    tail.hear('5');
    tail.hear(payload);
    expect([tail.heard, tail.doubts]).toEqual([5, 1]);
  },
);

test('what was heard is believed until the log has been read to its end', () => {
  const tail = createLogTail();
  tail.hear('9000000000000000');
  expect(tail.heard).toBe(9e15);
  tail.endsAt(103, tail.hints);
  expect(tail.heard).toBe(103);
  tail.hear('104');
  expect(tail.heard).toBe(104);
});

test('what rang while the log was being read may have come too late to be seen', () => {
  const tail = createLogTail();
  tail.hear('105');
  const { hints } = tail;
  tail.hear('105');
  tail.endsAt(103, hints);
  expect(tail.heard).toBe(105);
});

test('nobody who reads from beyond the end, or before an append of our own has landed, makes more or less of it', () => {
  const tail = createLogTail();
  tail.landed(landed(0, 7));
  tail.endsAt(9e15, tail.hints);
  expect(tail.heard).toBe(7);
  tail.endsAt(5, tail.hints);
  expect(tail.heard).toBe(7);
});
