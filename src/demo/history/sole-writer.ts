import { LRUCache } from 'lru-cache';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

const STREAMS = 20_000;

export interface Tally {
  /** Events appended so far. Positions tell no number: they have gaps, and are bytes on EventStoreDB. */
  recorded: number;
}

/**
 * The log as the one process sees it that writes to it: how a stream ends, it knows without asking. Every command asks
 * several streams whether they end as they did and something has come since, and nothing ever has. Wrong as soon as
 * anybody else writes.
 */
export const soleWriter = (store: EventStore, tally: Tally): EventStore => {
  const tips = new LRUCache<string, RecordedEvent>({ max: STREAMS });
  return {
    append: async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      tally.recorded += events.length;
      const last = events.at(-1)!;
      // When it was recorded is not told, and nobody asks for it here.
      tips.set(stream, { ...last, ...appended, stream, recorded_at: last.metadata.occurred_at });
      return appended;
    },
    read: async (stream, fromRevision = 0, limit) => {
      if (limit !== undefined) return store.read(stream, fromRevision, limit);
      const tip = tips.get(stream);
      if (tip && fromRevision >= tip.revision) return fromRevision === tip.revision ? [tip] : [];
      const events = await store.read(stream, fromRevision);
      const last = events.at(-1);
      // What was appended meanwhile is newer.
      if (last && last.revision > (tips.get(stream)?.revision ?? -1)) tips.set(stream, last);
      return events;
    },
    readAll: (...asked) => store.readAll(...asked),
    readAt: (positions) => store.readAt(positions),
    head: () => store.head(),
    subscribe: (...asked) => store.subscribe(...asked),
    close: () => store.close(),
  };
};
