import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { untouched } from '../../../../src/commands/loop/folded.ts';
import { createStreamCache, type StreamCache } from '../../../../src/commands/loop/stream-cache.ts';
import type { EventStore, NewEvent } from '../../../../src/event-store/event-store.ts';
import { type Tally, tallyDecider } from '../../../support/tally.ts';

/** A state of about eight thousand bytes. */
const large = { ...tallyDecider, initial: { ...tallyDecider.initial, note: 'x'.repeat(8_000) } as Tally };

const filled = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index) => {
    const metadata = { command_id: `${index}` } as NewEvent['metadata'];
    return { id: `${index}`, type: 'Filled', data: { units: 1 }, metadata };
  });

/** As many events as a snapshot takes, and then one more. */
const write = (cache: StreamCache, stream: string): void => {
  const folded = cache.advance(large, stream, untouched(large), filled(500));
  cache.advance(large, stream, folded, filled(1));
};

/** With room for two large states; `rows`: the snapshot that is there, `events`: what follows from its last event on. */
const setUp = (rows: object[] = [], maxBytes = 21_000, events: object[] = []): StreamCache => {
  const store = { read: async () => events } as unknown as EventStore;
  return createStreamCache(store, { query: async () => ({ rows }) } as unknown as pg.Pool, { max: 100, maxBytes });
};

test('large states are kept as many as there is room for, those that were used last', () => {
  const cache = setUp();
  for (const stream of ['a', 'b', 'c']) write(cache, stream);
  expect(['a', 'b', 'c'].map((stream) => cache.peek(stream)?.revision)).toEqual([undefined, 500, 500]);
});

test('a state from a snapshot counts as much as one that was written', async () => {
  const snapshot = { revision: 500, state: large.initial, recent_command_ids: ['last'] };
  const cache = setUp([{ ...snapshot, bytes: 8_000 }], undefined, [{ metadata: { command_id: 'last' } }]);
  for (const stream of ['a', 'b', 'c']) await cache.refresh(large, stream);
  expect(cache.peek('a')).toBeUndefined();
  expect(cache.peek('c')).toEqual(snapshot);
});

test('the last command a state knows is that of its last event, also of one that wrote before', () => {
  const [cache, events] = [setUp(), filled(3)];
  const folded = cache.advance(tallyDecider, 'a', untouched(tallyDecider), events);
  const again = cache.advance(tallyDecider, 'a', folded, events.slice(1, 2));
  expect(again.recent_command_ids).toEqual(['0', '2', '1']);
});

test('a state that is larger than all the room is kept while no other is used', () => {
  const cache = setUp([], 5_000);
  write(cache, 'a');
  expect(cache.peek('a')?.revision).toBe(500);
  write(cache, 'b');
  expect(cache.peek('a')).toBeUndefined();
});

/** Folds the events of a new stream, and then one more. */
const useTwice = (cache: StreamCache, stream: string): void => {
  const folded = cache.advance(tallyDecider, stream, untouched(tallyDecider), filled(10));
  cache.advance(tallyDecider, stream, folded, filled(1));
};

test('small cached states are counted by their number', () => {
  const cache = setUp([], 1_000_000);
  for (let id = 0; id < 120; id++) useTwice(cache, `tally-${id}`);
  expect(cache.peek('tally-19')).toBeUndefined();
  expect(cache.peek('tally-20')?.revision).toBe(10);
});

test('streams that are used once push out each other, and no stream that was used again', () => {
  const cache = setUp([], 1_000_000);
  useTwice(cache, 'book');
  for (let id = 0; id < 120; id++) cache.advance(tallyDecider, `tally-${id}`, untouched(tallyDecider), filled(1));
  expect(cache.peek('book')?.revision).toBe(10);
  expect(cache.peek('tally-99')).toBeUndefined();
  expect(cache.peek('tally-100')?.revision).toBe(0);
});

test('a state that was being read while somebody was erased is answered, and not kept, nor what follows from it', async () => {
  const reads: PromiseWithResolvers<NewEvent[]>[] = [];
  const read = () => {
    reads.push(Promise.withResolvers());
    return reads.at(-1)!.promise;
  };
  const pool = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
  const cache = createStreamCache({ read } as unknown as EventStore, pool);
  const reading = cache.refresh(tallyDecider, 'a');
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  cache.forget();
  reads[0]!.resolve(filled(3));
  const folded = await reading;
  expect(folded.revision).toBe(2);
  cache.keep(tallyDecider, 'a', folded, filled(1), folded.state);
  expect(cache.peek('a')).toBeUndefined();
  const again = cache.refresh(tallyDecider, 'a');
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]!.resolve(filled(4));
  const kept = await again;
  expect(cache.peek('a')).toBe(kept);
});
