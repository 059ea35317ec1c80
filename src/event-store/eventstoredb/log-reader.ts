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
import { isSystemType, toPosition, toRecorded, toStorePosition } from './events.ts';

const PAGE = 500;
const FIRST_HEAD_PAGE = 16;

export interface LogReader {
  readonly client: EventStoreDBClient;
  /** How long the server may send nothing in answer to a read. */
  readonly answerWithinMs: number;
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
): Promise<RecordedEvent[]> => {
  try {
    return await scan(reader, toStorePosition(after), after, limit, filter);
  } catch (error) {
    // Not a position we ever gave out (a caller made it up): the server can't begin there, but the answer is clear.
    if (after > 0 && mayBeInvalidPosition(error)) return scan(reader, START, after, limit, filter ?? {});
    throw error;
  }
};

/** The event at a position that was given, as a list of one; empty where another one comes next. */
export const readAt = async (reader: LogReader, position: number): Promise<RecordedEvent[]> => {
  // Forwards, the event at the position to begin at comes first.
  const read = reader.client.readAll({ fromPosition: toStorePosition(position), maxCount: 1 });
  return (await readToEnd(read, reader)).map(toRecorded).filter((event) => event.position === position);
};

/** Position of the newest event that is not the server's own, 0 when there is none. */
export const readHead = async (reader: LogReader): Promise<number> => {
  let fromPosition: ReadPosition = END;
  for (let size = FIRST_HEAD_PAGE; ; size = Math.min(size * 4, PAGE)) {
    const page = await readToEnd(reader.client.readAll({ direction: BACKWARDS, fromPosition, maxCount: size }), reader);
    const newest = page.find((event) => !isSystemType(event.type));
    if (newest) return toPosition(newest.position?.commit);
    if (page.length < size) return 0;
    // Backwards, the position to begin at is not included.
    fromPosition = toStorePosition(toPosition(page.at(-1)!.position?.commit));
  }
};

const scan = async (
  reader: LogReader,
  from: ReadPosition,
  after: number,
  limit: number,
  filter?: EventFilter,
): Promise<RecordedEvent[]> => {
  const wanted = matches(filter ?? {});
  const found: RecordedEvent[] = [];
  let fromPosition = from;
  let seen = after;
  while (found.length < limit) {
    // One more than wanted: forwards, the event at the position to begin at comes again.
    const size = filter ? PAGE : Math.min(limit - found.length + 1, PAGE);
    const page = await readToEnd(reader.client.readAll({ fromPosition, maxCount: size }), reader);
    for (const event of page) {
      const position = toPosition(event.position?.commit);
      fromPosition = toStorePosition(position);
      if (position <= seen || isSystemType(event.type)) continue;
      seen = position;
      const recorded = toRecorded(event);
      if (found.length < limit && wanted(recorded)) found.push(recorded);
    }
    if (page.length < size) break;
  }
  return found;
};
