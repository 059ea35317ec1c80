import { describe, expect, test } from 'vitest';
import { InvalidEvents, RevisionConflict } from '../../../src/event-store/event-store.ts';
import { MAX_DATA_BYTES } from '../../../src/event-store/json-text.ts';
import { given, idsOf, newEvent, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';
import { startSubscriber } from './subscriber.ts';

/** Two bytes a character in UTF-8, an odd one at the end. */
const text = (bytes: number): string => 'қ'.repeat(bytes / 2) + 'x'.repeat(bytes % 2);

export const describeLarge = ({ store }: SuiteContext): void => {
  describe('large events', () => {
    test('large events are whole for every reader, however many come in one append', async () => {
      const start = await store().head();
      const subscriber = startSubscriber(store(), start);
      await subscriber.until('caught up', ({ batches }) => batches.some(({ caughtUp }) => caughtUp));
      const stream = uniqueStream();
      const first = [newEvent({ n: 0 }), newEvent({ text: text(2_500_000) }), newEvent({ n: 2 })];
      const second = Array.from({ length: 6 }, (_, n) => newEvent({ n, text: text(300_000) }));
      await store().append(stream, 'no_stream', first);
      const { revision, position } = await store().append(stream, 2, second);
      const events = [...first, ...second];

      const read = await store().read(stream);
      expect(read.map(given)).toEqual(events);
      expect(read.at(-1)).toMatchObject({ revision: 8, position });
      expect(revision).toBe(8);
      expect(await store().readAll(start, 100)).toEqual(read);
      expect(await store().readAll(start, 100, { stream })).toEqual(read);
      expect(await store().readAt([read[1]!.position])).toEqual([read[1]]);
      expect(await store().head()).toBe(position);
      await subscriber.until('all', (seen) => seen.events.length >= events.length);
      await subscriber.stop();
      expect(subscriber.events).toEqual(read);
      const later = startSubscriber(store(), start);
      await later.until('all', (seen) => seen.events.length >= events.length);
      await later.stop();
      expect(later.events).toEqual(read);
    });

    test('large events sent twice are stored once', async () => {
      const stream = uniqueStream();
      const events = [newEvent({ text: text(1_200_000) })];
      await store().append(stream, 'no_stream', events);
      const [again] = await Promise.allSettled([store().append(stream, 'no_stream', events)]);
      if (again.status === 'rejected') expect(again.reason).toBeInstanceOf(RevisionConflict);
      expect((await store().read(stream)).map(given)).toEqual(events);
    });

    test('large events may be decided again, with other data, when another writer was first', async () => {
      const stream = uniqueStream();
      await store().append(stream, 'no_stream', [newEvent()]);
      const event = newEvent({ text: text(1_200_000) });
      await expect(store().append(stream, 'no_stream', [event])).rejects.toBeInstanceOf(RevisionConflict);
      const again = { ...event, data: { text: text(1_400_000) } };
      await store().append(stream, 0, [again]);
      expect((await store().read(stream, 1)).map(given)).toEqual([again]);
    });

    test('large events are taken up to the same size by all stores, and refused beyond it', {
      timeout: 30_000,
    }, async () => {
      const stream = uniqueStream();
      const around = JSON.stringify({ text: '' }).length;
      const largest = newEvent({ text: text(MAX_DATA_BYTES - around) });
      const larger = newEvent({ text: `${text(MAX_DATA_BYTES - around)}x` });
      await expect(store().append(stream, 'no_stream', [larger])).rejects.toBeInstanceOf(InvalidEvents);
      await store().append(stream, 'no_stream', [largest]);
      const [read] = await store().read(stream);
      expect(read?.data).toEqual(largest.data);
    });

    test('many events with more metadata than an append may have are refused by all stores', async () => {
      const stream = uniqueStream();
      const events = Array.from({ length: 3_000 }, () => newEvent({}));
      await expect(store().append(stream, 'no_stream', events)).rejects.toBeInstanceOf(InvalidEvents);
      await store().append(stream, 'no_stream', events.slice(0, 1_000));
      expect(idsOf(await store().read(stream))).toEqual(idsOf(events.slice(0, 1_000)));
    });
  });
};
