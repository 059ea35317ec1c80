import { LRUCache } from 'lru-cache';
import type { EventStore } from '../../event-store/event-store.ts';

const STREAMS = 20_000;

/**
 * The log as the one process sees it that writes to it: how long a stream is, it knows without asking. Every command
 * asks several streams whether something has come since, and nothing ever has. Wrong as soon as anybody else writes.
 */
export const soleWriter = (store: EventStore): EventStore => {
  const revisions = new LRUCache<string, number>({ max: STREAMS });
  return {
    append: async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      revisions.set(stream, appended.revision);
      return appended;
    },
    read: async (stream, fromRevision = 0) => {
      const known = revisions.get(stream);
      if (known !== undefined && fromRevision > known) return [];
      const events = await store.read(stream, fromRevision);
      const last = events.at(-1)?.revision;
      // What was appended meanwhile is newer.
      if (last !== undefined && last > (revisions.get(stream) ?? -1)) revisions.set(stream, last);
      return events;
    },
    readAll: (...asked) => store.readAll(...asked),
    readAt: (positions) => store.readAt(positions),
    head: () => store.head(),
    subscribe: (...asked) => store.subscribe(...asked),
    close: () => store.close(),
  };
};
