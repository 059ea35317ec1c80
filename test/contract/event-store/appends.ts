import { describe, expect, test } from 'vitest';
import { type AppendResult, RevisionConflict } from '../../../src/event-store/event-store.ts';
import { given, idsOf, newEvent, newEvents, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';
import { startSubscriber } from './subscriber.ts';

const CONTENDED_STREAMS = 200;
const CREATORS = 8;

const landed = (results: readonly PromiseSettledResult<AppendResult>[]): AppendResult[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
const reasons = (results: readonly PromiseSettledResult<AppendResult>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

export const describeAppends = ({ harness, store }: SuiteContext): void => {
  describe('expected revision', () => {
    test('an append with no_stream creates a stream, and only once', async () => {
      const stream = uniqueStream();
      const first = newEvent();
      await store().append(stream, 'no_stream', [first]);
      const second = store().append(stream, 'no_stream', [newEvent()]);
      await expect(second).rejects.toBeInstanceOf(RevisionConflict);
      await expect(second).rejects.toMatchObject({ stream, expected: 'no_stream' });
      expect(idsOf(await store().read(stream))).toEqual([first.id]);
    });

    test('an append with an exact revision needs the last one, no earlier and no later', async () => {
      const stream = uniqueStream();
      await store().append(stream, 'no_stream', newEvents(2));
      for (const wrong of [0, 2, 7]) {
        await expect(store().append(stream, wrong, [newEvent()])).rejects.toMatchObject({
          name: 'RevisionConflict',
          expected: wrong,
        });
      }
      const { revision } = await store().append(stream, 1, [newEvent()]);
      expect(revision).toBe(2);
      expect((await store().read(stream)).map((event) => event.revision)).toEqual([0, 1, 2]);
    });

    test('an append with an exact revision of a stream that does not exist is a conflict', async () => {
      const stream = uniqueStream();
      await expect(store().append(stream, 0, [newEvent()])).rejects.toBeInstanceOf(RevisionConflict);
      expect(await store().read(stream)).toEqual([]);
    });

    test('an append with any takes a stream as it is', async () => {
      const stream = uniqueStream();
      expect((await store().append(stream, 'any', [newEvent()])).revision).toBe(0);
      expect((await store().append(stream, 'any', newEvents(2))).revision).toBe(2);
    });
  });

  describe('an append', () => {
    test('an append answers with the place of its last event, and stores what it was given', async () => {
      const stream = uniqueStream();
      const before = Date.now();
      const events = [newEvent({ note: 'Плов, 2 шт. 🍚' }), newEvent([1, null, { deep: [true] }]), newEvent('text')];
      const result = await store().append(stream, 'no_stream', events);
      const recorded = await store().read(stream);
      expect(recorded.map(given)).toEqual(events);
      expect(recorded.map(({ stream, revision }) => ({ stream, revision }))).toEqual(
        events.map((_, revision) => ({ stream, revision })),
      );
      expect(result).toEqual({ revision: 2, position: recorded.at(-1)!.position });
      const positions = recorded.map((event) => event.position);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(new Set(positions).size).toBe(3);
      for (const event of recorded) {
        expect(event.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
        // A minute of room: the server has a clock of its own.
        expect(Math.abs(Date.parse(event.recorded_at) - before)).toBeLessThan(60_000);
      }
    });

    test('an append that conflicts stores none of its events', async () => {
      const stream = uniqueStream();
      await store().append(stream, 'no_stream', [newEvent()]);
      await expect(store().append(stream, 'no_stream', newEvents(5))).rejects.toBeInstanceOf(RevisionConflict);
      expect(await store().read(stream)).toHaveLength(1);
    });

    test('an append of nothing is refused', async () => {
      await expect(store().append(uniqueStream(), 'any', [])).rejects.toThrow();
    });

    test('an append sent twice is stored once', async () => {
      const stream = uniqueStream();
      const [first, second] = [newEvents(2), newEvents(3)];
      const created = await store().append(stream, 'no_stream', first);
      const continued = await store().append(stream, 1, second);
      // A store may recognise it and answer as before, or call it the conflict it is. It may not store it again.
      const again = await Promise.allSettled([
        store().append(stream, 'no_stream', first),
        store().append(stream, 1, second),
      ]);
      for (const result of landed(again)) expect([created, continued]).toContainEqual(result);
      for (const reason of reasons(again)) expect(reason).toBeInstanceOf(RevisionConflict);
      expect(idsOf(await store().read(stream))).toEqual(idsOf([...first, ...second]));
    });
  });

  describe('at the same time', () => {
    test(`of ${CREATORS} creators of a stream exactly one wins, over ${CONTENDED_STREAMS} streams`, async () => {
      const other = harness().open();
      const streams = Array.from({ length: CONTENDED_STREAMS }, () => uniqueStream());
      const outcomes = await Promise.all(
        streams.map(async (stream) => {
          const proposals = Array.from({ length: CREATORS }, () => newEvent());
          const results = await Promise.allSettled(
            proposals.map((event, index) => (index % 2 ? other : store()).append(stream, 'no_stream', [event])),
          );
          const winners = proposals.filter((_, index) => results[index]?.status === 'fulfilled');
          return { results, winners, stored: await store().read(stream) };
        }),
      );
      await other.close();
      for (const { results, winners, stored } of outcomes) {
        expect(winners).toHaveLength(1);
        expect(reasons(results).every((reason) => reason instanceof RevisionConflict)).toBe(true);
        expect(idsOf(stored)).toEqual(idsOf(winners));
      }
    });

    test('of many appends at one revision exactly one wins', async () => {
      const stream = uniqueStream();
      await store().append(stream, 'no_stream', [newEvent()]);
      const results = await Promise.allSettled(
        Array.from({ length: 32 }, () => store().append(stream, 0, newEvents(2))),
      );
      expect(landed(results)).toHaveLength(1);
      expect(await store().read(stream)).toHaveLength(3);
    });

    test('appends at any revision to one stream all land, each in one piece', async () => {
      const stream = uniqueStream();
      const appends = Array.from({ length: 40 }, () => newEvents(3));
      const results = await Promise.all(appends.map((events) => store().append(stream, 'any', events)));
      const stored = await store().read(stream);
      expect(stored).toHaveLength(120);
      for (const [index, { revision, position }] of results.entries()) {
        const place = stored.slice(revision - 2, revision + 1);
        expect(idsOf(place)).toEqual(idsOf(appends[index]!));
        expect(place.at(-1)?.position).toBe(position);
      }
    });

    test('a conflict fails alone among good appends', async () => {
      const taken = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const stream = uniqueStream();
          await store().append(stream, 'no_stream', [newEvent()]);
          return stream;
        }),
      );
      const fresh = Array.from({ length: 60 }, () => uniqueStream());
      const start = await store().head();
      const subscriber = startSubscriber(store(), start);
      await subscriber.until('caught up', ({ batches }) => batches.some((batch) => batch.caughtUp));
      const mixed = fresh.toSpliced(5, 0, ...taken.slice(0, 5)).toSpliced(40, 0, ...taken.slice(5));
      const results = await Promise.allSettled(
        mixed.map((stream) => store().append(stream, 'no_stream', [newEvent({ stream })])),
      );
      const conflicts = mixed.filter((_, index) => results[index]?.status === 'rejected');
      expect(conflicts.toSorted()).toEqual(taken.toSorted());
      expect(reasons(results).every((reason) => reason instanceof RevisionConflict)).toBe(true);
      const stored = await Promise.all(fresh.map((stream) => store().read(stream)));
      expect(stored.map((events) => events.map((event) => event.data))).toEqual(fresh.map((stream) => [{ stream }]));
      // Where they are in the log is told alike to whoever appended, whoever follows and whoever reads.
      await subscriber.until('all', ({ events }) => events.length >= fresh.length);
      await subscriber.stop();
      const log = await store().readAll(start, 1_000);
      expect(subscriber.events).toEqual(log);
      expect(landed(results).map(({ position }) => position)).toEqual(
        mixed.flatMap((stream) => log.find((event) => event.stream === stream)?.position ?? []),
      );
    });
  });
};
