import { sleepFor } from '../concurrency/sleep.ts';
import type { Codec } from './codec.ts';
import {
  type AppendResult,
  type EventBatch,
  type EventStore,
  KeysDestroyed,
  type NewEvent,
  type RecordedEvent,
  type StoreLog,
} from './event-store.ts';
import type { KeyGeneration } from './key-generation.ts';
import { hasPersonal } from './personal-form.ts';

const RETRY_MS = 100;
/** Each finds that somebody was erased since the one before. */
const SEALINGS = 20;

/**
 * Wraps a store so that readers never see an old shape or a sealed part, and nothing invalid is ever written: all
 * readers and writers pass this one boundary.
 */
export const withCodec = (
  store: EventStore,
  { encode, decode }: Codec,
  log?: StoreLog,
  generation?: KeyGeneration,
): EventStore => {
  /**
   * Nothing is recorded that was sealed with a key that is destroyed by now. Then it is sealed again, with another key.
   * If the caller says what its events follow from, they may name the erased person: the caller has to read that again.
   */
  const sealAndSend = async (
    events: readonly NewEvent[],
    asked: number | undefined,
    send: (sealed: readonly NewEvent[], keysAsOf?: number) => Promise<AppendResult>,
  ): Promise<AppendResult> => {
    if (!generation || !events.some(({ data }) => hasPersonal(data))) return send(await encode(events));
    for (let sealing = 1; ; sealing++) {
      if (!store.comparesKeys) await generation.confirm();
      const keysAsOf = asked ?? generation.current();
      try {
        if (keysAsOf !== generation.current()) throw new KeysDestroyed();
        return await send(await encode(events), keysAsOf);
      } catch (error) {
        if (!(error instanceof KeysDestroyed)) throw error;
        await generation.renew();
        if (asked !== undefined || sealing === SEALINGS) throw error;
      }
    }
  };

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
        await sleepFor(RETRY_MS, signal);
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

  const { appendIf, goesByIds, flush, isPlace } = store;
  return {
    append: (stream, expected, events, asked) =>
      sealAndSend(events, asked, (sealed, keysAsOf) => store.append(stream, expected, sealed, keysAsOf)),
    ...(generation && { keysAsOf: generation.current }),
    ...(goesByIds && { goesByIds }),
    ...(isPlace && { isPlace: (position) => isPlace(position) }),
    ...(flush && { flush }),
    ...(appendIf && {
      appendIf: (conditions, stream, events, asked) =>
        sealAndSend(events, asked, (sealed, keysAsOf) => appendIf(conditions, stream, sealed, keysAsOf)),
    }),
    // A reader of a stream folds all of it, so an event that cannot be read fails at once.
    read: async (...asked) => (await decode(await store.read(...asked))).map(demandData),
    readEach: async (...asked) => {
      const streams = await store.readEach(...asked);
      const decoded = (await decode(streams.flat())).map(demandData);
      let end = 0;
      return streams.map(({ length }) => {
        end += length;
        return decoded.slice(end - length, end);
      });
    },
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
