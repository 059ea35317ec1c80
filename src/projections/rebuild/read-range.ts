import { sleepFor } from '../../concurrency/sleep.ts';
import { type EventStore, type RecordedEvent, StoreUnavailable } from '../../event-store/event-store.ts';

/**
 * Events in one read: enough that most steps of an order fold into one row. More would only cost more to collect as
 * garbage.
 */
const CHUNK = 3_000;
/** A short silence should not throw away the work of hours. */
const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/** The events with afterPosition < position <= upTo, in chunks. One chunk is read while the caller works on another. */
export async function* readRange(
  store: EventStore,
  afterPosition: number,
  upTo: number,
  signal?: AbortSignal,
): AsyncIterable<readonly RecordedEvent[]> {
  const readPatiently = async (after: number): Promise<RecordedEvent[]> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await store.readAll(after, CHUNK);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || attempt === ATTEMPTS || signal?.aborted) throw error;
        await sleepFor(PAUSE_MS, signal);
      }
    }
  };
  const read = (after: number): Promise<RecordedEvent[]> => {
    const reading = readPatiently(after);
    // If the caller gives up meanwhile, nothing else handles the error.
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
