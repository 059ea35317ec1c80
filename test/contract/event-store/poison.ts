import { describe, expect, test } from 'vitest';
import { InvalidEvents, type NewEvent } from '../../../src/event-store/event-store.ts';
import { given, metadata, newEvent, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';

interface Poison {
  readonly stream?: () => string;
  readonly event?: () => NewEvent;
  /** True where no store could hold it. */
  readonly impossible?: boolean;
}

const nested = (levels: number, leaf: unknown = 1): unknown => {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};

const actorNamed = (name: string): NewEvent =>
  newEvent({}, { metadata: metadata({ actor: { kind: 'partner', id: 'key-1', name } }) });

const circular = (): unknown => {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
};

const POISONS: Readonly<Record<string, Poison>> = {
  'NUL in data': { event: () => newEvent({ comment: 'no\0onions' }) },
  'NUL in a key of data': { event: () => newEvent({ 'no\0onions': 1 }) },
  'NUL in metadata': { event: () => actorNamed('Delivery\0app') },
  'NUL in the type': { event: () => newEvent({}, { type: 'Order\0Accepted' }) },
  'NUL in the stream name': { stream: () => `${uniqueStream()}\0` },
  'a lone surrogate in data': { event: () => newEvent({ comment: 'half \ud83c' }) },
  'a lone surrogate in metadata': { event: () => actorNamed('half \ud83c') },
  'a lone surrogate in the type': { event: () => newEvent({}, { type: 'Order\ud83c' }) },
  'a lone surrogate in the stream name': { stream: () => `${uniqueStream()}\ud83c` },
  'an empty stream name': { stream: () => '' },
  'an empty type': { event: () => newEvent({}, { type: '' }) },
  'a stream name of 10 000 characters': { stream: () => uniqueStream('x'.repeat(10_000)) },
  'a type of 100 000 characters': { event: () => newEvent({}, { type: 'x'.repeat(100_000) }) },
  'a payload of 1 MB': { event: () => newEvent({ image: 'x'.repeat(1_048_576) }) },
  'a payload of 17 MB': { event: () => newEvent({ image: 'x'.repeat(17 * 1_048_576) }) },
  'data nested 900 levels': { event: () => newEvent(nested(900)) },
  'data nested 100 000 levels': { event: () => newEvent(nested(100_000)) },
  'data nested 7 000 levels around a date': { event: () => newEvent(nested(7_000, new Date(0))) },
  'metadata nested 100 000 levels': {
    event: () => newEvent({}, { metadata: { ...metadata(), causation_id: nested(100_000) as string } }),
  },
  'a name that begins with $': { stream: () => `$${uniqueStream()}` },
  'a type that begins with $': { event: () => newEvent({}, { type: '$OrderAccepted' }) },
  'no data': { event: () => newEvent({}, { data: undefined }), impossible: true },
  'a function for data': { event: () => newEvent(() => 1), impossible: true },
  'a bigint in data': { event: () => newEvent({ total: 1n }), impossible: true },
  'circular data': { event: () => newEvent(circular()), impossible: true },
  'an id that is no UUID': { event: () => newEvent({}, { id: 'order-1' }), impossible: true },
};

/** What a value is after a JSON store: the same as JSON has it. */
const asJson = (event: NewEvent): NewEvent => JSON.parse(JSON.stringify(given(event)));

export const describePoison = ({ store }: SuiteContext): void => {
  describe('a value the store may not hold', () => {
    test.for(Object.entries(POISONS))('%s lands intact or fails alone', async ([, poison]) => {
      const stream = poison.stream?.() ?? uniqueStream();
      const event = poison.event?.() ?? newEvent();
      const head = await store().head();
      const neighbours = Array.from({ length: 20 }, () => uniqueStream());
      const appendNeighbour = (name: string) => store().append(name, 'no_stream', [newEvent({ name })]);

      const before = neighbours.slice(0, 10).map(appendNeighbour);
      // Its own neighbour in the same append must go down with it.
      const poisoned = store().append(stream, 'no_stream', [newEvent({ companion: true }), event]);
      const after = neighbours.slice(10).map(appendNeighbour);
      const [outcome] = await Promise.allSettled([poisoned]);
      await Promise.all([...before, ...after]);

      for (const name of neighbours) expect((await store().read(name))[0]?.data).toEqual({ name });
      const stored = await store().read(stream);
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toBeInstanceOf(InvalidEvents);
        expect(stored).toEqual([]);
      } else {
        expect(poison.impossible ?? false).toBe(false);
        // Compared as text: deep values are too deep for toEqual.
        expect(JSON.stringify(given(stored[1]!)) === JSON.stringify(asJson(event))).toBe(true);
        expect(stored[1]?.stream === stream).toBe(true);
      }
      // Neither is later readers' trouble: the log reads through, filtered or not.
      const stories = neighbours.length + stored.length;
      expect(await store().readAll(head, 100)).toHaveLength(stories);
      expect(await store().readAll(head, 100, { brandId: 'brand-1', actor: 'Delivery app' })).toHaveLength(
        stored.filter(({ metadata: { actor } }) => actor.name === 'Delivery app').length + neighbours.length,
      );
    });
  });
};
