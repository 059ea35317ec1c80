import type { EventFilter, RecordedEvent } from '../../event-store.ts';
import { matches } from '../../matches.ts';
import { mayBeInvalidPosition } from '../errors.ts';
import { readAllRequest } from '../messages/read-messages.ts';
import type { StoredEvent } from '../messages/stored-event.ts';
import { type StoredMetadata, toOwn, toPosition } from '../our-events.ts';
import type { Reader } from './reader.ts';

const PAGE = 1_000;
/** Bytes of data in one page: a page of events of 1 MB has only a few. */
const PAGE_BYTES = 16_000_000;

export interface LogPage {
  /** Ours. */
  readonly events: readonly RecordedEvent[];
  /** Position of the last event that was read, ours or not. */
  readonly end: number;
  /** Whether the log had nothing more. */
  readonly isLast: boolean;
  /** Approximate size of what was read. */
  readonly bytes: number;
}

/**
 * An event of ours whose data were moved out. The data are read one event after the other, so that few are in memory.
 */
interface Large {
  readonly event: StoredEvent;
  readonly metadata: StoredMetadata;
}

/** What comes after a position in the log: up to `size` events, those of others counted. */
export const readPage = async (reader: Reader, after: number, size: number, filter?: EventFilter): Promise<LogPage> => {
  // One more: forwards, the event at the first position comes again.
  const asked = Math.min(size, PAGE) + (after > 0 ? 1 : 0);
  const passes = matches(filter ?? {});
  /** Of an event that is not wanted, its position. */
  const take = (event: StoredEvent): RecordedEvent | Large | number => {
    const position = toPosition(event.position);
    if (position === after || (filter?.types && !filter.types.includes(event.type))) return position;
    const metadata = reader.ours.metadataOf(event);
    if (!metadata) return position;
    return metadata.$parts ? { event, metadata } : toOwn(event, metadata);
  };
  const page = await reader.read({ request: readAllRequest(after, asked), maxBytes: PAGE_BYTES }, take);
  const events: RecordedEvent[] = [];
  let end = after;
  let bytesOfParts = 0;
  for (const taken of page.events) {
    if (bytesOfParts > PAGE_BYTES) return { events, end, isLast: false, bytes: page.bytes + bytesOfParts };
    if (typeof taken === 'number') {
      end = taken;
      continue;
    }
    const isLarge = 'event' in taken;
    if (isLarge) bytesOfParts += taken.metadata.$parts!.bytes;
    const known = isLarge ? await reader.record(taken.event, taken.metadata) : taken;
    end = known.position;
    if (passes(known)) events.push(known);
  }
  const isLast = !page.isCut && page.events.length < asked;
  return { events, end, isLast, bytes: page.bytes + bytesOfParts };
};

const START: LogPage = { events: [], end: 0, isLast: false, bytes: 0 };
const END: LogPage = { ...START, isLast: true };

/** Up to `limit` events of the log with position > after that pass the filter. `head` finds the log's end. */
export const readLog = async (
  reader: Reader,
  head: () => Promise<number>,
  after: number,
  limit: number,
  filter?: EventFilter,
  signal?: AbortSignal,
): Promise<RecordedEvent[]> => {
  const found: RecordedEvent[] = [];
  let barren = filter !== undefined;
  let from = after;
  while (found.length < limit && !signal?.aborted) {
    // If a page had no wanted event, more such pages may follow.
    const page = await readPage(reader, from, barren ? PAGE : limit - found.length, filter).catch(
      async (error: unknown) => {
        if (from === 0 || from !== after || !mayBeInvalidPosition(error)) throw error;
        // Not a position that we ever gave out. The server cannot begin there, but the answer is clear. Beginning at
        // the start is slow, so positions that a caller names are checked first (isPlace).
        return after >= (await head()) ? END : START;
      },
    );
    barren ||= page.events.length === 0;
    for (const event of page.events) if (event.position > after && found.length < limit) found.push(event);
    if (page.isLast) break;
    from = page.end;
  }
  return found;
};

/** The event at a given position, as a list of one; empty if the next event is at another position. */
export const readAt = async (reader: Reader, position: number): Promise<RecordedEvent[]> => {
  // Forwards, the event at the position to begin at comes first.
  const take = (event: StoredEvent) => {
    const metadata = event.position === position ? reader.ours.metadataOf(event) : undefined;
    return metadata && reader.record(event, metadata);
  };
  const { events } = await reader.read({ request: readAllRequest(position, 1) }, take);
  const found = await events[0];
  return found ? [found] : [];
};
