import { beforeAll, describe, expect, test } from 'vitest';
import type { EventFilter, EventGroup, NewEvent, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { given, idsOf, metadata, newEvent, newEvents, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';

/** What each event of a group is found by. */
const foundBy = ({ type, category, metadata, positions }: Omit<EventGroup, 'recordedFrom' | 'recordedTo'>) => {
  const { brand_id, point_id, actor } = metadata;
  return positions.map((position) => ({ position, type, category, brand_id, point_id, actor }));
};
const alone = ({ type, stream, metadata, position }: RecordedEvent) => ({
  type,
  category: stream.split('-')[0]!,
  metadata,
  positions: [position],
});
const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position;

export const describeReads = ({ store }: SuiteContext): void => {
  describe('reading a stream', () => {
    test('reading a stream begins at any revision', async () => {
      const stream = uniqueStream();
      const events = newEvents(25);
      await store().append(stream, 'no_stream', events);
      for (const from of [0, 1, 12, 24, 25, 1_000]) {
        expect(idsOf(await store().read(stream, from))).toEqual(idsOf(events.slice(from)));
      }
    });

    test('reading a stream gives no more than was asked for', async () => {
      const stream = uniqueStream();
      const events = newEvents(5);
      await store().append(stream, 'no_stream', events);
      for (const [from, limit] of [
        [0, 2],
        [2, 2],
        [4, 2],
        [5, 2],
        [0, 5],
        [0, 9],
      ] as const) {
        expect(idsOf(await store().read(stream, from, limit))).toEqual(idsOf(events.slice(from, from + limit)));
      }
    });

    test('several streams are read at once, each up to the limit, in the order asked for', async () => {
      const [long, short] = [uniqueStream(), uniqueStream()];
      const [many, few] = [newEvents(5), newEvents(2)];
      await store().append(long, 'no_stream', many);
      await store().append(short, 'no_stream', few);
      const read = await store().readEach([short, uniqueStream(), long, short], 3);
      expect(read.map(idsOf)).toEqual([idsOf(few), [], idsOf(many.slice(0, 3)), idsOf(few)]);
      expect(read[2]).toEqual(await store().read(long, 0, 3));
      expect(await store().readEach([], 3)).toEqual([]);
    });

    test('reading a stream gives all of a long one', async () => {
      const stream = uniqueStream();
      const events = newEvents(3_000);
      for (let sent = 0; sent < events.length; sent += 500) {
        await store().append(stream, sent === 0 ? 'no_stream' : sent - 1, events.slice(sent, sent + 500));
      }
      expect(idsOf(await store().read(stream))).toEqual(idsOf(events));
    });

    test.for(['order-none', 'order\0', 'order-\ud83c', '$all'])(
      'reading a stream that does not exist (%j) gives nothing',
      async (name) => {
        expect(await store().read(name)).toEqual([]);
      },
    );
  });

  test('a store that reads groups puts events together that are found by the same', async () => {
    const { readGroups } = store();
    if (!readGroups) return;
    const start = await store().head();
    const [mine, theirs] = [uniqueStream(), uniqueStream('client')];
    for (const stream of [mine, theirs, mine, mine]) await store().append(stream, 'any', newEvents(1));
    const [first, other, , last] = await store().readAll(start, 100);
    const groups = await readGroups(start, 100);
    const times = ({ recorded_at: recordedFrom }: RecordedEvent, { recorded_at: recordedTo }: RecordedEvent) => ({
      recordedFrom,
      recordedTo,
    });
    expect(
      groups
        .map(({ metadata, type, ...group }) => group)
        .sort((one, two) => two.positions.length - one.positions.length),
    ).toEqual([
      { category: 'order', positions: [0, 2, 3].map((place) => first!.position + place), ...times(first!, last!) },
      { category: 'client', positions: [other!.position], ...times(other!, other!) },
    ]);
  });

  describe('reading the log', () => {
    const mine = uniqueStream();
    const theirs = uniqueStream('client');
    const cashier = { kind: 'venue', id: 'key-2', name: 'Гульнора' } as const;
    let start: number;
    let recorded: RecordedEvent[];

    beforeAll(async () => {
      start = await store().head();
      const write = async (stream: string, event: NewEvent) => void (await store().append(stream, 'any', [event]));
      await write(mine, newEvent({ n: 0 }));
      await write(mine, newEvent({ n: 1 }, { type: 'ChequeClosed', metadata: metadata({ point_id: 'point-1' }) }));
      await write(theirs, newEvent({ n: 2 }, { metadata: metadata({ brand_id: 'brand-2', point_id: 'point-1' }) }));
      await write(mine, newEvent({ n: 3 }, { metadata: metadata({ actor: cashier, point_id: 'point-2' }) }));
      await write(theirs, newEvent({ n: 4 }, { type: 'ClientErased', metadata: metadata({ actor: cashier }) }));
      recorded = await store().readAll(start, 100);
    });

    test('reading the log gives every event after a position, in log order', () => {
      expect(recorded.map((event) => event.data)).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
    });

    test('reading the log does not repeat the event at the position', async () => {
      for (const [index, { position }] of recorded.entries()) {
        expect(idsOf(await store().readAll(position, 100))).toEqual(idsOf(recorded.slice(index + 1)));
      }
    });

    test('reading the log gives no more than asked for', async () => {
      expect(idsOf(await store().readAll(start, 2))).toEqual(idsOf(recorded.slice(0, 2)));
    });

    test('a store that reads groups gives every event after a position, in log order within its group', async () => {
      const { readGroups } = store();
      if (!readGroups) return;
      const read = async (after: number, limit: number) =>
        (await readGroups(after, limit)).flatMap(foundBy).sort(byPosition);
      expect(await read(start, 5)).toEqual(recorded.flatMap((it) => foundBy(alone(it))));
      expect(await read(recorded[0]!.position, 2)).toEqual(recorded.slice(1, 3).flatMap((it) => foundBy(alone(it))));
      expect(await read(recorded.at(-1)!.position, 2)).toEqual([]);
    });

    test('reading the log goes no further with a filter than its signal lets it', async () => {
      expect(await store().readAll(start, 100, { brandId: 'brand-2' }, AbortSignal.abort())).toEqual([]);
    });

    test('reading the log gives the same events as reading the stream', async () => {
      expect(await store().readAll(start, 100, { stream: mine })).toEqual(await store().read(mine));
    });

    test('reading the log takes a position beyond the end', async () => {
      const last = recorded.at(-1)!.position;
      expect(await store().readAll(last + 1_000_000, 10)).toEqual([]);
    });

    test('reading the log gives the events at positions that it gave before, in the order asked for', async () => {
      const asked = [recorded[4]!, recorded[0]!, recorded[2]!];
      expect(await store().readAt(asked.map(({ position }) => position))).toEqual(asked);
      expect(await store().readAt([])).toEqual([]);
    });

    test('reading the log ends at the head', async () => {
      expect(await store().head()).toBe((await store().readAll(start, 100)).at(-1)?.position);
    });

    test.for<[string, EventFilter, number[]]>([
      ['a brand', { brandId: 'brand-2' }, [2]],
      ['a point', { pointId: 'point-1' }, [1, 2]],
      ['a stream', { stream: theirs }, [2, 4]],
      ['a category', { category: 'client' }, [2, 4]],
      ['the beginning of a category', { category: 'cli' }, []],
      ['a type', { types: ['ChequeClosed'] }, [1]],
      ['types', { types: ['ChequeClosed', 'ClientErased'] }, [1, 4]],
      ['no type at all', { types: [] }, []],
      ["an actor's id", { actor: 'key-2' }, [3, 4]],
      ["an actor's name", { actor: 'Гульнора' }, [3, 4]],
      ['all of it', { brandId: 'brand-1', stream: mine, types: ['OrderAccepted'], actor: 'key-2' }, [3]],
      ['things that never meet', { brandId: 'brand-2', pointId: 'point-2' }, []],
      ['an unknown stream', { stream: 'order-none' }, []],
      ['a name with NUL', { actor: 'Гуль\0нора' }, []],
      ['a stream with NUL', { stream: `${mine}\0` }, []],
      ['a type with a lone surrogate', { types: ['Order\ud83c'] }, []],
    ])('is narrowed by %s', async ([, filter, expected]) => {
      const found = await store().readAll(start, 100, filter);
      expect(found.map((event) => event.data)).toEqual(expected.map((n) => ({ n })));
    });

    test('reading the log is narrowed by when events were recorded: from inclusive, to exclusive', async () => {
      const [first, , third] = recorded;
      const at = (event: RecordedEvent) => Temporal.Instant.from(event.recorded_at).epochNanoseconds;
      const found = await store().readAll(start, 100, { from: first!.recorded_at, to: third!.recorded_at });
      expect(idsOf(found)).toEqual(
        idsOf(recorded.filter((event) => at(event) >= at(first!) && at(event) < at(third!))),
      );
      expect(await store().readAll(start, 100, { from: '2999-01-01T00:00:00Z' })).toEqual([]);
      expect(await store().readAll(start, 100, { to: '2000-01-01T00:00:00+05:00' })).toEqual([]);
    });

    test('reading the log finds a rare event beyond many others, and counts only what it finds', async () => {
      const stream = uniqueStream();
      const from = await store().head();
      const rare = Array.from({ length: 3 }, () => newEvent({}, { type: 'ClientErased' }));
      for (const event of rare) await store().append(stream, 'any', [...newEvents(500), event, ...newEvents(100)]);
      const found = await store().readAll(from, 2, { types: ['ClientErased'] });
      expect(found.map(given)).toEqual(rare.slice(0, 2));
      const rest = await store().readAll(found[1]!.position, 2, { types: ['ClientErased'] });
      expect(rest.map(given)).toEqual(rare.slice(2));
    });

    test('events are read by their positions, close together and far apart, in the order asked for', async () => {
      const stream = uniqueStream();
      const from = await store().head();
      const large = newEvent({ text: 'x'.repeat(30_000) });
      for (const some of [newEvents(150), [large], newEvents(40), [large, large].map(() => newEvent(large.data))]) {
        await store().append(stream, 'any', some);
        await store().append(uniqueStream(), 'any', newEvents(3));
      }
      const log = await store().readAll(from, 1_000);
      const subsets = [log, log.filter((_, n) => n % 7 === 0), log.filter((_, n) => n % 60 === 1), log.slice(-1)];
      for (const asked of [...subsets, log.toReversed(), [log[5]!, log[160]!, log[5]!, log[0]!]]) {
        expect(await store().readAt(asked.map(({ position }) => position))).toEqual(asked);
      }
    });
  });
};
