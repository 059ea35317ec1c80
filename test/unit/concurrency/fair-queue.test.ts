import { expect, test } from 'vitest';
import { createFairQueue } from '../../../src/concurrency/fair-queue.ts';

const settle = () => new Promise(setImmediate);

/** Work that notes its name when it begins, and ends when it is told to. */
const open = (limits: { all: number; perName: number }) => {
  const inTurn = createFairQueue(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, signal?: AbortSignal): Promise<string> =>
    inTurn(
      name,
      () => {
        begun.push(name);
        return new Promise((resolve) => ends.push(() => resolve(name)));
      },
      signal,
    );
  /** Ends what began first, again and again, until so much has begun. */
  const endUntil = async (count: number): Promise<void> => {
    await settle();
    while (begun.length < count) {
      ends.shift()!();
      await settle();
    }
  };
  return { inTurn, begun, add, endUntil, ends };
};

test('however much of one name waits, another waits for one piece of each of the others', async () => {
  const { begun, add, endUntil } = open({ all: 1, perName: 1 });
  for (let index = 0; index < 100; index++) void add('one');
  for (let index = 0; index < 100; index++) void add('other');
  await endUntil(5);
  void add('small');
  await endUntil(8);
  expect(begun.slice(5)).toContain('small');
  expect(begun.filter((name) => name === 'one').length).toBe(4);
});

test('names that always have work do not keep out one that comes later', async () => {
  const { begun, add, endUntil } = open({ all: 2, perName: 1 });
  for (const name of ['one', 'other']) for (let index = 0; index < 50; index++) void add(name);
  for (let index = 0; index < 50; index++) void add('third');
  await endUntil(32);
  for (const name of ['one', 'other', 'third']) expect(begun.filter((it) => it === name).length).toBeGreaterThan(9);
});

test('no more is under way than the limits say, of one name and of all', async () => {
  const { begun, add, ends } = open({ all: 3, perName: 2 });
  const done = ['one', 'one', 'one', 'other', 'other'].map((name) => add(name));
  await settle();
  expect(begun).toEqual(['one', 'one', 'other']);
  while (ends.length > 0) {
    ends.shift()!();
    await settle();
  }
  expect(await Promise.all(done)).toHaveLength(5);
});

test('work that fails gives its room to the next', async () => {
  const { inTurn } = open({ all: 1, perName: 1 });
  const failed = inTurn('one', () => Promise.reject(new Error('fails')));
  const next = inTurn('other', async () => 'done');
  await expect(failed).rejects.toThrow('fails');
  expect(await next).toBe('done');
});

test('work whose signal aborts while it waits never begins, and takes no turn of its name', async () => {
  const { begun, add, endUntil } = open({ all: 1, perName: 1 });
  void add('one');
  const leaving = new AbortController();
  const left = add('other', leaving.signal);
  void add('third');
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(add('other', leaving.signal)).rejects.toThrow('left');
  await endUntil(2);
  expect(begun).toEqual(['one', 'third']);
});
