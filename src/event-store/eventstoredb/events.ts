import {
  type JSONEventData,
  type JSONEventType,
  jsonEvent,
  type ReadPosition,
  START,
  type RecordedEvent as StoredEvent,
} from '@eventstore/db-client';
import { validate as isUuid } from 'uuid';
import { type EventMetadata, InvalidEvents, type NewEvent, type RecordedEvent } from '../event-store.ts';

/** Deeper values pass through the client's own JSON.stringify, whose overflow would be nobody's to catch. */
const MAX_DEPTH = 1_000;

/** Types that begin with a dollar sign are the server's own. */
const isSystemType = (type: string): boolean => type.startsWith('$');

/**
 * Whether this system may have written it: ours always have metadata. Other programs may keep events in the same
 * EventStoreDB, with nothing there or with anything.
 */
export const isOurs = ({ type, metadata }: { readonly type: string; readonly metadata?: unknown }): boolean =>
  !isSystemType(type) &&
  typeof metadata === 'object' &&
  metadata !== null &&
  Object.getPrototypeOf(metadata) === Object.prototype;

/**
 * Names the server takes for its own, takes for nothing, or can't tell apart: a lone surrogate becomes U+FFFD in
 * UTF-8, so two different names would be one stream.
 */
export const isStorableName = (name: string): boolean => name !== '' && !name.startsWith('$') && name.isWellFormed();

/**
 * The event as the client takes it.
 * @throws InvalidEvents for what the server would refuse or alter, and for what would fail inside the client, where
 *   an exception is an unhandled rejection that ends the process.
 */
export const toProposed = (event: NewEvent): JSONEventData<JSONEventType> => {
  if (!isUuid(event.id)) throw new InvalidEvents('an event id is not a UUID');
  if (!isStorableName(event.type)) throw new InvalidEvents('an event type is empty, begins with $ or is malformed');
  assertStorable(event.data);
  assertStorable(event.metadata);
  return jsonEvent({
    id: event.id,
    type: event.type,
    data: event.data as JSONEventType['data'],
    metadata: event.metadata,
  });
};

/** @throws RangeError for an event without a place in the log: a stream read of a server before 22.6. */
export const toRecorded = (event: StoredEvent): RecordedEvent => ({
  position: toPosition(event.position?.commit),
  stream: event.streamId,
  revision: Number(event.revision),
  id: event.id,
  type: event.type,
  data: event.data,
  // The client leaves it undefined when it is empty. Ours never is, but somebody else's in a stream of ours may be.
  metadata: (event.metadata ?? {}) as unknown as EventMetadata,
  recorded_at: event.created.toISOString(),
});

export const toPosition = (commit: bigint | undefined): number => {
  const position = Number(commit);
  if (Number.isSafeInteger(position)) return position;
  throw new RangeError('the server gives no usable log position (EventStoreDB before 22.6 has none on stream reads)');
};

/** Commit and prepare position are one for every event appended over gRPC. 0 is before the first event. */
export const toStorePosition = (position: number): ReadPosition =>
  position > 0 ? { commit: BigInt(position), prepare: BigInt(position) } : START;

const assertStorable = (value: unknown): void => {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new InvalidEvents('a value has no JSON form', { cause });
  }
  if (text === undefined) throw new InvalidEvents('a value has no JSON form');
  if (depthOf(text) > MAX_DEPTH) throw new InvalidEvents(`a value is nested more than ${MAX_DEPTH} levels deep`);
};

/** Levels of nesting of a JSON text; brackets inside strings do not count. */
const depthOf = (json: string): number => {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < json.length; index++) {
    const char = json[index];
    if (quoted) {
      if (char === '\\') index++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
};
