import { expect, test } from 'vitest';
import { HttpError } from '../../../../src/api/http/errors.ts';
import { createHashQueue } from '../../../../src/api/sessions/hash-queue.ts';

/** Work that ends when the test says so. */
const openWork = () => {
  const running: (() => void)[] = [];
  const counts = { now: 0, most: 0, done: 0 };
  const work = async (): Promise<void> => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    await new Promise<void>((resolve) => running.push(resolve));
    counts.now -= 1;
    counts.done += 1;
  };
  const endAll = async (): Promise<void> => {
    while (counts.now > 0) {
      running.shift()!();
      await new Promise(setImmediate);
    }
  };
  return { counts, work, endAll };
};

/** One who waits for as long as it takes. */
const from = (address: string) => ({ address, signal: new AbortController().signal });

test('of 200 sign-ins at once two are worked on, 160 wait, and the others are asked to come again', async () => {
  const inQueue = createHashQueue(2);
  const { counts, work, endAll } = openWork();
  const asked = Promise.allSettled(Array.from({ length: 200 }, () => inQueue(work, from('one'))));
  await new Promise(setImmediate);
  await endAll();
  const refused = (await asked).flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
    Array.from({ length: 38 }, () => [503, 5]),
  );
  expect(counts).toEqual({ now: 0, most: 2, done: 162 });
});

test('one address that has filled the line neither keeps another out nor makes it wait for long', async () => {
  const inQueue = createHashQueue(1, 6);
  const { work, endAll } = openWork();
  const done: string[] = [];
  const ask = (address: string) =>
    inQueue(work, from(address)).then(
      () => done.push(address),
      (error) => done.push(`${address} ${error.status}`),
    );
  const asked = Array.from({ length: 10 }, () => ask('flood'));
  asked.push(ask('owner'), ask('flood'), ask('owner'), ask('cashier'));
  await new Promise(setImmediate);
  await endAll();
  await Promise.all(asked);
  const refused = done.filter((it) => it.endsWith('503'));
  expect(refused).toEqual(Array(7).fill('flood 503'));
  const letIn = done.filter((it) => !it.endsWith('503'));
  expect(letIn.slice(0, 4)).toEqual(['flood', 'flood', 'owner', 'cashier']);
  expect(letIn.toSorted()).toEqual(['cashier', 'flood', 'flood', 'flood', 'flood', 'owner', 'owner']);
});

test('where all addresses have as many in line, the next is asked to come again', async () => {
  const inQueue = createHashQueue(1, 2);
  const { counts, work, endAll } = openWork();
  const asked = Promise.allSettled(['one', 'other', 'third', 'fourth'].map((it) => inQueue(work, from(it))));
  await new Promise(setImmediate);
  await endAll();
  expect((await asked).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(counts.done).toBe(3);
});

test('whoever goes away gives up the place', async () => {
  const inQueue = createHashQueue(2, 1);
  const { counts, work, endAll } = openWork();
  const begun = [inQueue(work, from('one')), inQueue(work, from('one'))];
  const leave = new AbortController();
  const waiting = inQueue(work, { address: 'one', signal: leave.signal });
  await expect(inQueue(work, from('one'))).rejects.toThrow(HttpError);
  leave.abort();
  await expect(waiting).rejects.toThrow();
  const next = inQueue(work, from('one'));
  await new Promise(setImmediate);
  await endAll();
  await Promise.all([...begun, next]);
  expect(counts).toEqual({ now: 0, most: 2, done: 3 });
});
