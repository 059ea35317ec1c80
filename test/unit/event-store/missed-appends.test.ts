import { expect, test } from 'vitest';
import { createLogTail } from '../../../src/event-store/postgres/log-tail.ts';
import { findMissedAppends } from '../../../src/event-store/postgres/missed-appends.ts';

/** Looks once for each of the heads. An Error: the log can not be read. */
const look = async (tail: ReturnType<typeof createLogTail>, heads: readonly (number | Error)[]) => {
  const waiting = [...heads];
  const stop = new AbortController();
  let looks = 0;
  const readHead = async (): Promise<number> => {
    looks++;
    const head = waiting.shift()!;
    if (head instanceof Error) throw head;
    return head;
  };
  let pauses = 0;
  const sleep = async (): Promise<void> => {
    if (pauses++ === heads.length) stop.abort();
  };
  await findMissedAppends({ tail, readHead }, stop.signal, sleep);
  return looks;
};

const followed = () => {
  const tail = createLogTail();
  tail.follow();
  let woken = 0;
  tail.notifications.subscribe(() => woken++);
  return { tail, woken: () => woken };
};

test('wakes subscribers once if the log has grown without a notification', async () => {
  const { tail, woken } = followed();
  tail.hear('5');
  await look(tail, [5, 7, 7]);
  expect([tail.heard, woken(), tail.gaps]).toEqual([7, 2, 0]);
});

test('wakes no subscriber if notifications had told of everything', async () => {
  const { tail, woken } = followed();
  tail.landed({ headBefore: 0, last: 9, count: 9, bytes: 1, events: () => [] });
  expect(await look(tail, [9, 8])).toBe(2);
  expect(woken()).toBe(0);
});

test('when the log can not be read, subscribers read it for themselves', async () => {
  const { tail, woken } = followed();
  await look(tail, [new Error('away'), 3]);
  expect([tail.gaps, tail.heard, woken()]).toEqual([1, 3, 2]);
});

test('without a subscriber it does not look', async () => {
  const tail = createLogTail();
  expect(await look(tail, [4])).toBe(0);
  const follower = tail.follow();
  expect(await look(tail, [4])).toBe(1);
  follower.stop();
  expect(await look(tail, [5])).toBe(0);
});
