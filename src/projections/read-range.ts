import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';

/** Events in one read: enough that most steps of an order fold into one row; more only cost more to collect as garbage. */
const CHUNK = 3_000;

/** The events with afterPosition < position <= upTo, in chunks. One chunk is read while the caller works on another. */
export async function* readRange(
  store: EventStore,
  afterPosition: number,
  upTo: number,
  signal?: AbortSignal,
): AsyncIterable<readonly RecordedEvent[]> {
  const read = (after: number): Promise<RecordedEvent[]> => {
    const reading = store.readAll(after, CHUNK);
    // If the caller gives up meanwhile, nobody is left to take the error.
    reading.catch(() => {});
    return reading;
  };
  let next = afterPosition < upTo ? read(afterPosition) : undefined;
  while (next) {
    const events = await next;
    signal?.throwIfAborted();
    const last = events.at(-1)?.position ?? upTo;
    next = last < upTo ? read(last) : undefined;
    yield last <= upTo ? events : events.filter((event) => event.position <= upTo);
  }
}
