import type { EventStore, NewEvent, RecordedEvent } from '../../event-store/event-store.ts';
import type { Target } from './target.ts';

/** Events of one stream in a row go in one append, up to so many. */
const MOST_AT_ONCE = 50;

/**
 * One append after another, as the order of the log is the order in which they come. The server knows an append again by the ids of
 * its events, so one that is sent twice is there once.
 */
export const createEventStoreDbTarget = (store: EventStore): Target => ({
  store,
  keepsPositions: false,
  last: async () => {
    const head = await store.head();
    return head === 0 ? undefined : (await store.readAt([head]))[0];
  },
  write: async (events) => {
    for (const together of inAppends(events)) {
      const { stream, revision } = together[0]!;
      await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, together.map(withTime));
    }
  },
  close: () => store.close(),
});

function* inAppends(events: readonly RecordedEvent[]): Generator<RecordedEvent[]> {
  let together: RecordedEvent[] = [];
  for (const event of events) {
    if (together.length > 0 && (event.stream !== together[0]!.stream || together.length === MOST_AT_ONCE)) {
      yield together;
      together = [];
    }
    together.push(event);
  }
  if (together.length > 0) yield together;
}

/** The server has a time of its own for each event: ours is kept beside it. */
const withTime = ({ id, type, data, metadata, recorded_at }: RecordedEvent): NewEvent => {
  const stored = { ...metadata, $recorded_at: recorded_at };
  return { id, type, data, metadata: stored };
};
