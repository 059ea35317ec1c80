import { expect, test } from 'vitest';
import { pickBatch } from '../../../src/event-store/postgres/append-batch.ts';
import type { PendingAppend } from '../../../src/event-store/postgres/pending-append.ts';

const append = (stream: string, bytes = 1): PendingAppend => ({ stream, expected: 'any', events: [], bytes });
const pair = (companion: string, stream: string): PendingAppend => ({
  ...append(stream),
  companion: append(companion, 3_000_000),
});
const pick = (queued: readonly PendingAppend[], ...busy: string[]): boolean[] => pickBatch(queued, new Set(busy));

test('a batch is bounded in bytes and in number, and what is larger goes alone', () => {
  expect(pick([append('a', 3_000_000), append('b', 2_000_000), append('c', 1_000_000)])).toEqual([true, false, true]);
  expect(pick([append('a', 9_000_000), append('b')])).toEqual([true, false]);
  const many = Array.from({ length: 600 }, (_, index) => append(`s${index}`));
  expect(pick(many).filter(Boolean)).toHaveLength(500);
});

test('the appends of a stream keep their order: none overtakes one that waits, or is under way', () => {
  expect(pick([append('a'), append('a'), append('b')])).toEqual([true, false, true]);
  expect(pick([append('a', 3_000_000), append('b', 2_000_000), append('b')])).toEqual([true, false, false]);
  expect(pick([append('a'), append('b'), append('a')], 'a')).toEqual([false, true, false]);
});

test('the companion stream of an append counts in the size of the batch, and keeps its order', () => {
  expect(pick([append('a'), pair('b', 'a'), append('b')])).toEqual([true, false, false]);
  expect(pick([pair('a', 'b'), append('a'), append('c')])).toEqual([true, false, true]);
  expect(pick([pair('a', 'b'), append('c')], 'a')).toEqual([false, true]);
  expect(pick([pair('a', 'b'), append('c', 2_000_000)])).toEqual([true, false]);
});
