import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { Proposal, ProposedEvent } from '../messages/append-request.ts';
import type { StoredEvent } from '../messages/stored-event.ts';
import type { PartsReference } from '../our-events.ts';

/** The server takes 1 MiB in one append. What is more is moved out of it, in pieces of this size. */
const MAX_APPEND_BYTES = 900_000;
/** None of our streams has this category, so readers of the log skip the pieces. */
const CATEGORY = 'event_part';
const NAMESPACE = '5d0d0f5e-3c0b-4f5e-9d4e-6a6a1f1f7c55';

/** An append that is small enough, and the streams to be written before it. */
export interface Split {
  readonly events: readonly ProposedEvent[];
  /** The events of each stream, in order. */
  readonly parts: readonly (readonly Proposal[])[];
}

/**
 * Moves the data of the largest events out to separate streams, until the append is small enough. Such an event refers
 * to its stream in its metadata, and a reader puts it together again. The streams are written first: if the append
 * never follows, no reader finds them.
 */
export const splitLarge = (events: readonly ProposedEvent[]): Split => {
  // A character has at most three bytes: so most appends are known to be small without counting.
  if (events.reduce((sum, event) => sum + lengthOf(event), 0) * 3 <= MAX_APPEND_BYTES) return { events, parts: [] };
  const sizes = events.map((event) => bytesOf(event));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const largestFirst = events.map((_, index) => index).toSorted((a, b) => sizes[b]! - sizes[a]!);
  const fitting = [...events];
  const parts: Proposal[][] = [];
  for (const index of largestFirst) {
    if (total <= MAX_APPEND_BYTES) break;
    const moved = moveOut(events[index]!);
    fitting[index] = moved.event;
    parts.push(moved.pieces);
    total += bytesOf(moved.event) - sizes[index]!;
  }
  return { events: fitting, parts };
};

const lengthOf = ({ type, data, metadata }: ProposedEvent): number => type.length + data.length + metadata.length;

/** As the server counts: two bytes for every character of the type. */
const bytesOf = ({ type, data, metadata }: ProposedEvent): number =>
  type.length * 2 + Buffer.byteLength(data) + Buffer.byteLength(metadata);

const moveOut = (event: ProposedEvent): { event: ProposedEvent; pieces: Proposal[] } => {
  const data = Buffer.from(event.data);
  const stream = nameOf(event.id, data);
  const count = Math.ceil(data.length / MAX_APPEND_BYTES);
  const pieces = Array.from({ length: count }, (_, index): Proposal => {
    const piece = data.subarray(index * MAX_APPEND_BYTES, (index + 1) * MAX_APPEND_BYTES);
    // The same ids each time, at exact revisions, so that the server recognises what was written before.
    const part = { id: uuid(`${stream} ${index}`, NAMESPACE), type: 'EventPart', data: piece, metadata: '' };
    return { stream, expected: index === 0 ? 'no_stream' : index - 1, events: [{ ...part, contentType: BYTES }] };
  });
  const reference: PartsReference = { stream, count, bytes: data.length };
  const metadata = `${event.metadata.slice(0, -1)},"$parts":${JSON.stringify(reference)}}`;
  return { event: { ...event, data: '{}', metadata }, pieces };
};

const BYTES = 'application/octet-stream';

/**
 * Follows from the data too: an event that lost to another writer may be decided again, and then have the same id with
 * other data.
 */
const nameOf = (eventId: string, data: Buffer): string =>
  `${CATEGORY}-${eventId.toLowerCase()}.${createHash('sha256').update(data).digest('base64url')}`;

/** The data of an event that was moved out; undefined if these are not its pieces. */
export const putTogether = (event: StoredEvent, reference: PartsReference, pieces: readonly StoredEvent[]) => {
  const data = Buffer.concat(pieces.map((piece) => piece.data));
  return nameOf(event.id, data) === reference.stream ? data : undefined;
};
