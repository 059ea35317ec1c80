import { toError } from '../database/thrown.ts';
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';
import { HASH_BYTES } from './hashes.ts';
import { leafHashOf } from './leaf.ts';

/** Leaves of the log, in its order. */
export interface LeafPage {
  readonly positions: readonly number[];
  /** One after the other. */
  readonly hashes: Buffer;
  /** Why the event after these can not be read. */
  readonly failure?: string;
}

const PAGE = 1_000;

/** The leaves of these events, up to the first that has none. */
const pageOf = (events: readonly RecordedEvent[]): LeafPage => {
  const hashes = Buffer.allocUnsafe(events.length * HASH_BYTES);
  const positions: number[] = [];
  for (const event of events) {
    try {
      leafHashOf(event).copy(hashes, positions.length * HASH_BYTES);
    } catch (error) {
      return { positions, hashes, failure: toError(error).message };
    }
    positions.push(event.position);
  }
  return { positions, hashes };
};

/**
 * Reads the leaves after a position and up to another, with few events in memory. The next page is read while one is
 * hashed. Ends with the first event that can not be read. `inspect` gets the events of each page as well.
 */
export async function* readLeaves(
  stored: EventStore,
  after: number,
  upTo: number,
  inspect: (events: readonly RecordedEvent[]) => Promise<void> = async () => {},
): AsyncGenerator<LeafPage> {
  const readAfter = (position: number) => stored.readAll(position, PAGE).catch((error: Error) => error);
  let position = after;
  let reading = readAfter(position);
  while (position < upTo) {
    const found = await reading;
    if (found instanceof Error) {
      yield await readOneByOne(stored, position, upTo);
      return;
    }
    const events = found.filter((event) => event.position <= upTo);
    const last = found.at(-1);
    if (!last) return;
    position = last.position;
    if (position < upTo) reading = readAfter(position);
    const page = pageOf(events);
    await inspect(events);
    yield page;
    if (page.failure !== undefined) return;
  }
}

/** The events of a page up to the one that can not be read. */
const readOneByOne = async (stored: EventStore, after: number, upTo: number): Promise<LeafPage> => {
  const events: RecordedEvent[] = [];
  let position = after;
  while (events.length < PAGE && position < upTo) {
    try {
      const [event] = await stored.readAll(position, 1);
      if (!event) break;
      events.push(event);
      position = event.position;
    } catch (error) {
      const { message, cause } = toError(error);
      return { failure: cause instanceof Error ? cause.message : message, ...pageOf(events) };
    }
  }
  return pageOf(events);
};
