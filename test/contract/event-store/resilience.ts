import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EventStore, type NewEvent, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { idsOf, newEvent, newEvents, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';
import { startSubscriber } from './subscriber.ts';
import { startWire, type Wire } from './wire.ts';

/** As the command loop does: when the outcome is unknown, the stream tells. */
const appendSurely = async (store: EventStore, stream: string, event: NewEvent): Promise<void> => {
  await vi.waitFor(
    async () => {
      if ((await store.read(stream)).length === 0) await store.append(stream, 'no_stream', [event]);
    },
    { timeout: 15_000, interval: 20 },
  );
};

const appendAllSurely = async (store: EventStore, events: readonly NewEvent[]): Promise<void> => {
  for (const event of events) await appendSurely(store, uniqueStream(), event);
};

/** Resolves once a number has stayed the same for half a second. */
const stable = async (read: () => number): Promise<number> => {
  let last = read();
  for (let calm = 0; calm < 10; calm++) {
    await delay(50);
    if (read() !== last) calm = -1;
    last = read();
  }
  return last;
};

export const describeResilience = ({ harness, store }: SuiteContext): void => {
  describe('when its connections break', () => {
    test('when connections break a subscription goes on where it was, without loss or repeat', {
      timeout: 40_000,
    }, async () => {
      const start = await store().head();
      const own = harness().open();
      const subscriber = startSubscriber(own, start);
      const events = newEvents(60);
      for (let round = 0; round < 3; round++) {
        const seen = subscriber.events.length;
        await appendAllSurely(store(), events.slice(round * 20, round * 20 + 10));
        await subscriber.until('some of the round', (all) => all.events.length > seen);
        await harness().interrupt();
        await appendAllSurely(store(), events.slice(round * 20 + 10, round * 20 + 20));
      }
      await subscriber.until('all', (all) => all.events.length >= events.length, 20_000);
      await subscriber.stop();
      await own.close();
      expect(idsOf(subscriber.events)).toEqual(idsOf(events));
    });

    test('when connections break appends under way land once or not at all, and say which if they can', {
      timeout: 40_000,
    }, async () => {
      const start = await store().head();
      const own = harness().open();
      const subscriber = startSubscriber(store(), start);
      const results: { readonly event: NewEvent; readonly error?: unknown }[] = [];
      let interrupted = false;
      const write = async (): Promise<void> => {
        for (let after = 0; after < 5; after += Number(interrupted)) {
          const event = newEvent();
          const error = await own.append(uniqueStream(), 'no_stream', [event]).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          results.push({ event, error });
        }
      };
      const writers = Promise.all(Array.from({ length: 12 }, write));
      await vi.waitFor(() => expect(results.length).toBeGreaterThan(100));
      await harness().interrupt();
      interrupted = true;
      await writers;
      await own.close();

      let head = 0;
      await vi.waitFor(async () => {
        head = await store().head();
      });
      await subscriber.until('the head', ({ events }) => (events.at(-1)?.position ?? 0) >= head, 20_000);
      await subscriber.stop();
      const stored = idsOf(subscriber.events);
      expect(new Set(stored).size).toBe(stored.length);
      for (const { event, error } of results) {
        if (error === undefined) expect(stored).toContain(event.id);
        else expect(error).toBeInstanceOf(StoreUnavailable);
      }
      expect(stored.every((id) => results.some(({ event }) => event.id === id))).toBe(true);
    });
  });

  describe('over a wire that is cut', () => {
    let wire: Wire;
    let proxied: EventStore;

    beforeAll(async () => {
      wire = await startWire(harness().url);
      proxied = harness().open(wire.url);
    });
    afterEach(() => wire.up());
    afterAll(async () => {
      await proxied.close();
      await wire.close();
    });

    test('over a cut wire every call says that the store is unavailable, and works again when it is back', {
      timeout: 40_000,
    }, async () => {
      const stream = uniqueStream();
      const start = await proxied.head();
      const before = newEvent();
      await proxied.append(stream, 'no_stream', [before]);
      const subscriber = startSubscriber(proxied, start);
      await subscriber.until('the first event', ({ events }) => events.length === 1);

      await wire.down();
      const refused = await Promise.allSettled([
        proxied.append(uniqueStream(), 'no_stream', [newEvent()]),
        proxied.read(stream),
        proxied.readAll(0, 10),
        proxied.readAll(0, 10, { stream }),
        proxied.head(),
      ]);
      for (const result of refused) expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
      const meanwhile = newEvent();
      await store().append(uniqueStream(), 'no_stream', [meanwhile]);

      await wire.up();
      const later = newEvent();
      await appendSurely(proxied, uniqueStream(), later);
      await subscriber.until('all', ({ events }) => events.length >= 3, 15_000);
      await subscriber.stop();
      expect(idsOf(subscriber.events)).toEqual(idsOf([before, meanwhile, later]));
    });

    test('a read that breaks off in the middle fails: what came so far is not taken for all', async () => {
      const stream = uniqueStream();
      const start = await store().head();
      const [count, size] = [400, 4_000];
      const events = Array.from({ length: count }, (_, number) => newEvent({ number, padding: 'x'.repeat(size) }));
      await store().append(stream, 'no_stream', events);
      const reads: readonly (() => Promise<readonly unknown[]>)[] = [
        () => proxied.read(stream),
        () => proxied.readEach([stream], count),
        () => proxied.readAll(start, count),
        () => proxied.readAll(start, count, { stream }),
      ];
      for (const read of reads) {
        await appendSurely(proxied, uniqueStream(), newEvent());
        const dropped = wire.dropAfter((count * size) / 2);
        await expect(read()).rejects.toBeInstanceOf(StoreUnavailable);
        await dropped;
      }
      await appendSurely(proxied, uniqueStream(), newEvent());
      expect(idsOf(await proxied.read(stream))).toEqual(idsOf(events));
    });

    test('a subscription may begin, and end, while the store is away', { timeout: 40_000 }, async () => {
      const start = await store().head();
      await wire.down();
      const own = harness().open(wire.url);
      const [patient, leaving] = [startSubscriber(own, start), startSubscriber(own, start)];
      await expect(own.head()).rejects.toBeInstanceOf(StoreUnavailable);
      await leaving.stop();
      expect(leaving.batches).toEqual([]);
      const event = newEvent();
      await store().append(uniqueStream(), 'no_stream', [event]);
      await wire.up();
      await patient.until('the event', ({ events }) => events.length === 1, 15_000);
      await patient.stop();
      await own.close();
      expect(idsOf(patient.events)).toEqual([event.id]);
    });

    test('a slow consumer holds the store back: little more than a batch crosses the wire', async () => {
      const size = 16_384;
      const [count, maxBatch] = [1_000, 10];
      const start = await store().head();
      const events = Array.from({ length: count }, (_, number) => newEvent({ number, padding: 'x'.repeat(size) }));
      for (let sent = 0; sent < count; sent += 50) {
        await store().append(uniqueStream(), 'no_stream', events.slice(sent, sent + 50));
      }

      const own = harness().open(wire.url);
      const abort = new AbortController();
      onTestFinished(() => abort.abort());
      const before = wire.received();
      const seen: string[] = [];
      let heldAt = 0;
      for await (const batch of own.subscribe(start, { signal: abort.signal, maxBatch })) {
        seen.push(...idsOf(batch.events));
        if (heldAt === 0) heldAt = await stable(() => wire.received() - before);
        if (seen.length >= count) break;
      }
      await own.close();
      expect(seen).toEqual(idsOf(events));
      // A batch at the consumer, one waiting for it, and what the transport holds in frames and its own queues.
      expect(heldAt / size).toBeLessThan(2 * maxBatch + 64);
    });
  });
};
