import { LRUCache } from 'lru-cache';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

const STREAMS = 20_000;

export interface Tally {
  /** How many events were appended. Positions do not count events: they have gaps, and are bytes on EventStoreDB. */
  recorded: number;
}

/**
 * Wraps the store for the only process that writes to it: it knows the ends of streams without asking. Otherwise every
 * command would ask several streams whether there is anything new, and there never is. Wrong as soon as another process
 * writes.
 */
export const soleWriter = (store: EventStore, tally: Tally): EventStore => {
  const tips = new LRUCache<string, RecordedEvent>({ max: STREAMS });
  return {
    append: async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      tally.recorded += events.length;
      const last = events.at(-1)!;
      // The time of recording is unknown here, and nothing here needs it.
      tips.set(stream, { ...last, ...appended, stream, recorded_at: last.metadata.occurred_at });
      return appended;
    },
    read: async (stream, fromRevision = 0, limit) => {
      if (limit !== undefined) return store.read(stream, fromRevision, limit);
      const tip = tips.get(stream);
      if (tip && fromRevision >= tip.revision) return fromRevision === tip.revision ? [tip] : [];
      const events = await store.read(stream, fromRevision);
      const last = events.at(-1);
      // An event that was appended meanwhile is newer.
      if (last && last.revision > (tips.get(stream)?.revision ?? -1)) tips.set(stream, last);
      return events;
    },
    readEach: (...asked) => store.readEach(...asked),
    readAll: (...asked) => store.readAll(...asked),
    readAt: (positions) => store.readAt(positions),
    head: () => store.head(),
    subscribe: (...asked) => store.subscribe(...asked),
    close: () => store.close(),
  };
};
