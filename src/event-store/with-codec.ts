import { setTimeout as delay } from 'node:timers/promises';
import type { Codec } from './codec.ts';
import type { EventBatch, EventStore, RecordedEvent, StoreLog } from './event-store.ts';

const RETRY_MS = 100;

/**
 * Wraps a store so that readers never see an old shape or a sealed part, and nothing invalid is ever written: all
 * readers and writers pass this one boundary.
 */
export const withCodec = (store: EventStore, { encode, decode }: Codec, log?: StoreLog): EventStore => {
  /** A subscription survives that keys can not be read for a while: then it waits, and tries again. */
  const decodeInTheEnd = async (
    events: readonly RecordedEvent[],
    signal: AbortSignal,
  ): Promise<readonly RecordedEvent[] | undefined> => {
    for (let reported = false; !signal.aborted; reported = true) {
      try {
        return await decode(events);
      } catch (error) {
        if (!reported) log?.warn({ reason: String(error) }, 'personal data can not be opened, and this is tried again');
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  };

  async function* decodeBatches(batches: AsyncIterable<EventBatch>, signal: AbortSignal): AsyncIterable<EventBatch> {
    for await (const batch of batches) {
      const events = await decodeInTheEnd(batch.events, signal);
      if (events) yield { ...batch, events };
    }
  }

  const { appendIf, goesByIds, isPlace } = store;
  return {
    append: async (stream, expected, events) => store.append(stream, expected, await encode(events)),
    ...(goesByIds && { goesByIds }),
    ...(isPlace && { isPlace: (position) => isPlace(position) }),
    ...(appendIf && {
      appendIf: async (conditions, stream, events) => appendIf(conditions, stream, await encode(events)),
    }),
    // Whoever reads a stream folds all of it, so an event that cannot be read fails at once.
    read: async (...asked) => (await decode(await store.read(...asked))).map(demandData),
    readAll: async (...asked) => [...(await decode(await store.readAll(...asked)))],
    readAt: async (positions) => [...(await decode(await store.readAt(positions)))],
    subscribe: (after, options) => decodeBatches(store.subscribe(after, options), options.signal),
    head: () => store.head(),
    close: () => store.close(),
  };
};

/** Throws why its data cannot be read. */
const demandData = (event: RecordedEvent): RecordedEvent => {
  void event.data;
  return event;
};
