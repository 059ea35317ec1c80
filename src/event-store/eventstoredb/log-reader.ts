import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type ReadPosition,
  START,
  type RecordedEvent as StoredEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { EventFilter, RecordedEvent } from '../event-store.ts';
import { matches } from '../matches.ts';
import { mayBeInvalidPosition } from './errors.ts';
import { isOurs, toPosition, toRecorded, toStorePosition } from './events.ts';

const PAGE = 500;
const FIRST_HEAD_PAGE = 16;

export interface LogReader {
  readonly client: EventStoreDBClient;
  /** How long the server may send nothing in answer to a read. */
  readonly answerWithinMs: number;
  /** The head as it was found last, when the log ended at `upTo`. */
  known: { readonly upTo: number; readonly head: number };
}

/**
 * Every event of a read that is bounded by its count or its stream. Reads are always read to their end: one that is
 * left keeps a place in the client's list of open calls for good, and one that is cancelled resets its HTTP/2 stream,
 * of which servers allow a connection few before they close it.
 */
export const readToEnd = async (
  read: StreamingRead<{ readonly event?: StoredEvent }>,
  { answerWithinMs }: LogReader,
): Promise<StoredEvent[]> => {
  // For errors that come once the reading is over: unheard, they end the process.
  read.on('error', () => {});
  // The client gives reads no deadline.
  const stalled = setTimeout(() => {
    read.cancel().catch(() => {});
    read.destroy(new Error(`no answer within ${answerWithinMs} ms`));
  }, answerWithinMs);
  const events: StoredEvent[] = [];
  try {
    for await (const { event } of read) {
      if (event) events.push(event);
      stalled.refresh();
    }
  } finally {
    clearTimeout(stalled);
  }
  return events;
};

/** Up to `limit` events of `$all` with position > after that pass the filter, a page in memory at a time. */
export const readLog = async (
  reader: LogReader,
  after: number,
  limit: number,
  filter?: EventFilter,
  signal?: AbortSignal,
): Promise<RecordedEvent[]> => {
  try {
    return await scan(reader, toStorePosition(after), after, limit, filter, signal);
  } catch (error) {
    // Not a position we ever gave out (a caller made it up): the server can't begin there, but the answer is clear.
    if (after > 0 && mayBeInvalidPosition(error)) return scan(reader, START, after, limit, filter ?? {}, signal);
    throw error;
  }
};

/** The event at a position that was given, as a list of one; empty where another one comes next. */
export const readAt = async (reader: LogReader, position: number): Promise<RecordedEvent[]> => {
  // Forwards, the event at the position to begin at comes first.
  const read = reader.client.readAll({ fromPosition: toStorePosition(position), maxCount: 1 });
  return (await readToEnd(read, reader)).map(toRecorded).filter((event) => event.position === position);
};

/**
 * Position of the newest event that is ours, 0 when there is none. Looks back no further than it has looked before: a
 * night's worth of somebody else's events is read once, and not for everyone who asks.
 */
export const readHead = async (reader: LogReader): Promise<number> => {
  const { known } = reader;
  let fromPosition: ReadPosition = END;
  let upTo: number | undefined;
  for (let size = FIRST_HEAD_PAGE; ; size = Math.min(size * 4, PAGE)) {
    const page = await readToEnd(reader.client.readAll({ direction: BACKWARDS, fromPosition, maxCount: size }), reader);
    const positions = page.map((event) => toPosition(event.position?.commit));
    upTo ??= positions[0] ?? 0;
    const newest = page.findIndex((event, index) => isOurs(event) || positions[index]! <= known.upTo);
    if (newest >= 0 || page.length < size) {
      const head = newest < 0 ? 0 : isOurs(page[newest]!) ? positions[newest]! : known.head;
      reader.known = { upTo, head };
      return head;
    }
    // Backwards, the position to begin at is not included.
    fromPosition = toStorePosition(positions.at(-1)!);
  }
};

const scan = async (
  reader: LogReader,
  from: ReadPosition,
  after: number,
  limit: number,
  filter?: EventFilter,
  signal?: AbortSignal,
): Promise<RecordedEvent[]> => {
  const wanted = matches(filter ?? {});
  const found: RecordedEvent[] = [];
  let fromPosition = from;
  let seen = after;
  let barren = false;
  while (found.length < limit && !signal?.aborted) {
    // One more than wanted: forwards, the event at the position to begin at comes again. Where a page held nothing of
    // ours, more of the same may follow.
    const size = filter || barren ? PAGE : Math.min(limit - found.length + 1, PAGE);
    const page = await readToEnd(reader.client.readAll({ fromPosition, maxCount: size }), reader);
    barren = true;
    for (const event of page) {
      const position = toPosition(event.position?.commit);
      fromPosition = toStorePosition(position);
      if (position <= seen) continue;
      seen = position;
      if (!isOurs(event)) continue;
      barren = false;
      const recorded = toRecorded(event);
      if (found.length < limit && wanted(recorded)) found.push(recorded);
    }
    if (page.length < size) break;
  }
  return found;
};
