import { type EventFilter, isOwn, type RecordedEvent } from '../../event-store.ts';
import { matches } from '../../matches.ts';
import { isStorableName } from '../appending/propose.ts';
import { readLastRequest, readStreamRequest } from '../messages/read-messages.ts';
import { toForeign, toPosition } from '../our-events.ts';
import type { Reader } from './reader.ts';
import { assertNotCutOff } from './whole-stream.ts';

/** Events of one stream that are read at once for a filtered read. */
const PAGE = 500;

/**
 * The stream's events from a revision on. Those of other programs keep their place, and hold nothing.
 * @throws Error for a stream of which the server shows a part only
 */
export const readStream = async (
  reader: Reader,
  stream: string,
  from: number,
  maxCount = Number.MAX_SAFE_INTEGER,
): Promise<RecordedEvent[]> => {
  if (!isStorableName(stream)) return [];
  // Of the leader: another node may lag, and would not have what was appended a moment ago.
  const request = readStreamRequest(stream, from, maxCount);
  const { events } = await reader.read({ request, requiresLeader: true }, (event) => {
    const metadata = reader.ours.metadataOf(event);
    if (!metadata) return toForeign(event);
    // A large event keeps its data elsewhere. They are read below, one event after the other, so that few are in
    // memory.
    return metadata.$parts ? () => reader.record(event, metadata) : reader.record(event, metadata);
  });
  const recorded: RecordedEvent[] = [];
  for (const event of events) recorded.push(await (typeof event === 'function' ? event() : event));
  await assertNotCutOff(reader, stream, from, recorded);
  return recorded;
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
  let revision = after > 0 ? await revisionNear(reader, filter.stream, after) : 0;
  while (found.length < limit && !signal?.aborted) {
    const page = await readStream(reader, filter.stream, revision, PAGE);
    found.push(...page.filter((event) => event.position > after && isOwn(event) && passes(event)));
    if (page.length < PAGE) break;
    revision = page.at(-1)!.revision + 1;
  }
  return found.slice(0, limit);
};

/**
 * A revision less than a page before the first event with position > after. The server can not begin a stream at a
 * position, but revisions and positions rise together: a few looks at single events find the place.
 */
const revisionNear = async (reader: Reader, stream: string, after: number): Promise<number> => {
  if (!isStorableName(stream)) return 0;
  const look = async (request: Buffer): Promise<{ revision: number; position: number } | undefined> => {
    const { events } = await reader.read({ request, requiresLeader: true }, ({ revision, position }) => {
      return { revision, position: toPosition(position) };
    });
    return events[0];
  };
  let low = 0;
  let high = (await look(readLastRequest(stream)))?.revision ?? 0;
  while (high - low >= PAGE) {
    const middle = Math.floor((low + high) / 2);
    const seen = await look(readStreamRequest(stream, middle, 1));
    if (seen && seen.position <= after) low = middle + 1;
    else high = middle;
  }
  return low;
};
