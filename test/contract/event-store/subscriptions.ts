import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { EventBatch, EventStore } from '../../../src/event-store/event-store.ts';
import { idsOf, newEvent, newEvents, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';
import { orderProblems, startSubscriber } from './subscriber.ts';

const append = async (store: EventStore, count: number) => {
  const events = newEvents(count);
  for (let sent = 0; sent < count; sent += 250)
    await store.append(uniqueStream(), 'no_stream', events.slice(sent, sent + 250));
  return idsOf(events);
};

const caughtUp = (batches: readonly EventBatch[]): boolean => batches.at(-1)?.caughtUp ?? false;

export const describeSubscriptions = ({ harness, store }: SuiteContext): void => {
  describe('a subscription', () => {
    test('a subscription gives what is there, then says that it has caught up, then what comes', async () => {
      const start = await store().head();
      const old = await append(store(), 1_000);
      const subscriber = startSubscriber(store(), start, { maxBatch: 100 });
      await subscriber.until('the first caught-up signal', ({ batches }) => caughtUp(batches));
      expect(idsOf(subscriber.events)).toEqual(old);
      expect(subscriber.batches.filter((batch) => batch.caughtUp)).toHaveLength(1);
      const fresh = await append(store(), 30);
      await subscriber.until('the next one', ({ events, batches }) => events.length >= 1_030 && caughtUp(batches));
      await subscriber.stop();
      expect(idsOf(subscriber.events)).toEqual([...old, ...fresh]);
      expect(orderProblems(subscriber.events)).toEqual([]);
      const sizes = subscriber.batches.map((batch) => batch.events.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
      // Empty batches are for the signal alone.
      expect(subscriber.batches.filter((batch) => batch.events.length === 0 && !batch.caughtUp)).toEqual([]);
    });

    test('a subscription says at once that it has caught up where there is nothing to give', async () => {
      const subscriber = startSubscriber(store(), await store().head());
      await subscriber.until('caught up', ({ batches }) => caughtUp(batches));
      await subscriber.stop();
      expect(subscriber.events).toEqual([]);
    });

    test('a subscription never says so while a consumer that was late has events waiting', async () => {
      const abort = new AbortController();
      const start = await store().head();
      const batches = store()
        .subscribe(start, { signal: abort.signal, maxBatch: 50, tellsCaughtUp: true })
        [Symbol.asyncIterator]();
      const next = async (): Promise<EventBatch> => (await batches.next()).value;
      while (!(await next()).caughtUp);
      const ids = await append(store(), 400);
      const seen: string[] = [];
      for (let batch = await next(); ; batch = await next()) {
        seen.push(...idsOf(batch.events));
        expect(batch.events.length).toBeLessThanOrEqual(50);
        if (batch.caughtUp) break;
      }
      abort.abort();
      await batches.return?.();
      expect(seen).toEqual(ids);
    });

    test('a subscription gives the same events, in the same order, to every subscriber and to readAll', async () => {
      const start = await store().head();
      const other = harness().open();
      const live = [startSubscriber(store(), start), startSubscriber(other, start, { maxBatch: 7 })];
      await Promise.all(Array.from({ length: 20 }, () => append(store(), 10)));
      for (const subscriber of live) await subscriber.until('all', ({ events }) => events.length >= 200);
      await Promise.all(live.map((subscriber) => subscriber.stop()));
      await other.close();
      const log = await store().readAll(start, 1_000);
      for (const { events } of live) expect(events).toEqual(log);
    });

    test('a subscription gives what this process appended a moment ago just as a reader of the log sees it', async () => {
      const start = await store().head();
      const subscriber = startSubscriber(store(), start);
      await subscriber.until('caught up', ({ batches }) => caughtUp(batches));
      const values = { missing: undefined, minus: -0, none: null, list: [undefined, 1], text: 'қ "quoted"' };
      const [event] = newEvents(1);
      await store().append(uniqueStream(), 'no_stream', [{ ...event!, id: event!.id.toUpperCase(), data: values }]);
      await append(store(), 3);
      await subscriber.until('all', ({ events }) => events.length >= 4);
      await subscriber.stop();
      expect(subscriber.events).toStrictEqual(await store().readAll(start, 10));
    });

    test('a subscription resumes after any event, without loss or repeat', async () => {
      const start = await store().head();
      const ids = await append(store(), 60);
      const seen: string[] = [];
      let checkpoint = start;
      while (seen.length < ids.length) {
        const subscriber = startSubscriber(store(), checkpoint, { maxBatch: 4 });
        await subscriber.until('a few', ({ events }) => events.length >= Math.min(7, ids.length - seen.length));
        await subscriber.stop();
        // The checkpoint of a consumer that got no further than this before it died.
        const applied = subscriber.events.slice(0, 7);
        seen.push(...idsOf(applied));
        checkpoint = applied.at(-1)!.position;
      }
      expect(seen).toEqual(ids);
    });

    test('a subscription ends at once when its signal aborts: waiting, before the first batch, or in the middle of one', async () => {
      const waiting = startSubscriber(store(), await store().head());
      await waiting.until('caught up', ({ batches }) => caughtUp(batches));
      await waiting.stop();

      const aborted = store().subscribe(0, { signal: AbortSignal.abort() })[Symbol.asyncIterator]();
      expect((await aborted.next()).done).toBe(true);

      const abort = new AbortController();
      const start = await store().head();
      await append(store(), 40);
      let batches = 0;
      for await (const _ of store().subscribe(start, { signal: abort.signal, maxBatch: 10 })) {
        batches++;
        abort.abort();
      }
      expect(batches).toBe(1);
    });

    test('a subscription leaves nothing behind on its signal, however often it was told of something', async () => {
      const { signal } = new AbortController();
      const batches = store()
        .subscribe(await store().head(), { signal, tellsCaughtUp: true })
        [Symbol.asyncIterator]();
      await batches.next();
      const before = getEventListeners(signal, 'abort').length;
      for (let turn = 0; turn < 5; turn++) {
        await append(store(), 1);
        await batches.next();
      }
      expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(before);
      await batches.return?.();
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });

    test('a subscription may be left by its consumer', async () => {
      const start = await store().head();
      const [first] = await append(store(), 40);
      for await (const batch of store().subscribe(start, { signal: new AbortController().signal, maxBatch: 10 })) {
        expect(batch.events[0]?.id).toBe(first);
        break;
      }
      await expect(store().append(uniqueStream(), 'no_stream', [newEvent()])).resolves.toBeDefined();
    });

    test('a subscription does not keep a store from closing, nor does a read that was left unfinished', async () => {
      const own = harness().open();
      const start = await own.head();
      await append(own, 500);
      const left = startSubscriber(own, start, { maxBatch: 10 });
      await left.until('something', ({ events }) => events.length > 0);
      await left.stop();
      for await (const _ of own.subscribe(start, { signal: new AbortController().signal, maxBatch: 10 })) break;
      await own.readAll(start, 1);
      await own.readAll(start, 1, { types: ['OrderAccepted'] });
      await own.head();
      await own.close();
    });
  });
};
