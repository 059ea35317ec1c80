import { type EventFilter, isOwn, type RecordedEvent } from '../../event-store.ts';
import { matches } from '../../matches.ts';
import { isStorableName } from '../appending/propose.ts';
import { readLastRequest, readStreamRequest } from '../messages/read-messages.ts';
import { toForeign, toOwn, toPosition } from '../our-events.ts';
import type { Reader } from './reader.ts';
import { assertNotCutOff } from './whole-stream.ts';

/** Events of one stream that are read at once for a filtered read. */
const PAGE = 500;
/** Bytes of data in one page: some events have megabytes. */
const PAGE_BYTES = 16_000_000;

/**
 * The stream's events from a revision on. Those of other programs keep their place, and hold nothing.
 * @throws Error for a stream of which the server shows a part only
 */
export const readStream = async (
  reader: Reader,
  stream: string,
  from: number,
  maxCount = Number.MAX_SAFE_INTEGER,
): Promise<RecordedEvent[]> => (await readStreamPage(reader, stream, from, maxCount)).events;

interface StreamPage {
  readonly events: RecordedEvent[];
  /** Whether the stream had nothing more. */
  readonly isLast: boolean;
}

/** As `readStream`. It stops after so many bytes of data. */
const readStreamPage = async (
  reader: Reader,
  stream: string,
  from: number,
  maxCount: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<StreamPage> => {
  if (!isStorableName(stream)) return { events: [], isLast: true };
  // Of the leader: another node may lag, and would not have what was appended a moment ago.
  const request = readStreamRequest(stream, from, maxCount);
  const { events, isCut } = await reader.read({ request, requiresLeader: true, maxBytes }, (event) => {
    const metadata = reader.ours.metadataOf(event);
    if (!metadata) return toForeign(event);
    // A large event keeps its data elsewhere. They are read below, one event after the other, so that few are in
    // memory.
    return metadata.$parts ? { event, metadata } : toOwn(event, metadata);
  });
  const recorded: RecordedEvent[] = [];
  let bytesOfParts = 0;
  for (const event of events) {
    if (bytesOfParts > maxBytes) break;
    const isLarge = 'event' in event;
    if (isLarge) bytesOfParts += event.metadata.$parts!.bytes;
    recorded.push(isLarge ? await reader.record(event.event, event.metadata) : event);
  }
  await assertNotCutOff(reader, stream, from, recorded);
  return { events: recorded, isLast: !isCut && recorded.length < maxCount && recorded.length === events.length };
};

/** In pages: a long stream would hold up all others for long. */
export const readFilteredStream = async (
  reader: Reader,
  after: number,
  limit: number,
  filter: EventFilter & { readonly stream: string },
  signal?: AbortSignal,
): Promise<RecordedEvent[]> => {
  const passes = matches(filter);
  const found: RecordedEvent[] = [];
  const near = Math.max(1, Math.min(limit, PAGE));
  let revision = after > 0 ? await revisionNear(reader, filter.stream, after, near) : 0;
  let size = after > 0 ? Math.min(2 * near, PAGE) : near;
  while (found.length < limit && !signal?.aborted) {
    const page = await readStreamPage(reader, filter.stream, revision, size, PAGE_BYTES);
    found.push(...page.events.filter((event) => event.position > after && isOwn(event) && passes(event)));
    if (page.isLast) break;
    revision = page.events.at(-1)!.revision + 1;
    // Few of the events are wanted.
    size = PAGE;
  }
  return found.slice(0, limit);
};

/**
 * A revision less than `near` before the first event with position > after. The server can not begin a stream at a
 * position, but revisions and positions rise together: a few looks at single events find the place.
 */
const revisionNear = async (reader: Reader, stream: string, after: number, near: number): Promise<number> => {
  if (!isStorableName(stream)) return 0;
  const look = async (request: Buffer): Promise<{ revision: number; position: number } | undefined> => {
    const { events } = await reader.read({ request, requiresLeader: true }, ({ revision, position }) => {
      return { revision, position: toPosition(position) };
    });
    return events[0];
  };
  let low = 0;
  let high = (await look(readLastRequest(stream)))?.revision ?? 0;
  while (high - low >= near) {
    const middle = Math.floor((low + high) / 2);
    const seen = await look(readStreamRequest(stream, middle, 1));
    if (seen && seen.position <= after) low = middle + 1;
    else high = middle;
  }
  return low;
};
