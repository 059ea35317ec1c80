import { type EventMetadata, FOREIGN_TYPE, type RecordedEvent } from '../event-store.ts';
import type { StoredEvent } from './messages/stored-event.ts';

/** Our metadata as this adapter writes them. */
export interface StoredMetadata extends EventMetadata {
  /** The data are in a separate stream (see parts.ts). */
  readonly $parts?: PartsReference;
  /** When the log that the event was moved from recorded it. The server has its own time, and takes no other. */
  readonly $recorded_at?: string;
}

export interface PartsReference {
  readonly stream: string;
  readonly count: number;
  readonly bytes: number;
}

/** Tells our events from those of the server and of other programs. */
export interface Ours {
  /** Whether a stream with this name is ours. */
  hasStream(stream: string): boolean;
  /** The metadata of an event of ours: it is in one of our streams and has all our metadata fields. */
  metadataOf(event: StoredEvent): StoredMetadata | undefined;
}

export const createOurs = (categories: readonly string[]): Ours => {
  const known = new Set(categories);
  const hasStream = (stream: string): boolean => {
    const dash = stream.indexOf('-');
    return dash > 0 && known.has(stream.slice(0, dash));
  };
  return {
    hasStream,
    metadataOf: ({ stream, type, isJson, metadata }) => {
      // Types that begin with a dollar sign belong to the server.
      if (!isJson || type.startsWith('$') || !hasStream(stream)) return undefined;
      const parsed = parseJson(metadata);
      return isOurMetadata(parsed) ? parsed : undefined;
    },
  };
};

/** Undefined for text that is no JSON, whatever its content type says. */
export const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** The right types, and no more checks: a later release may write other kinds of actors, or more fields. */
export const isOurMetadata = (value: unknown): value is StoredMetadata => {
  if (typeof value !== 'object' || value === null) return false;
  const metadata: { [Field in keyof EventMetadata]?: unknown } = value;
  const { command_id, correlation_id, causation_id, brand_id, point_id, occurred_at, schema_version } = metadata;
  return (
    [command_id, correlation_id, brand_id, occurred_at].every(isText) &&
    (causation_id === null || isText(causation_id)) &&
    (point_id === undefined || isText(point_id)) &&
    Number.isSafeInteger(schema_version) &&
    isActor(metadata.actor)
  );
};

const isActor = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, name } = value as { kind?: unknown; id?: unknown; name?: unknown };
  return [kind, id, name].every(isText);
};

/** @throws RangeError for an event without a position in the log: a stream read of a server before 22.6. */
export const toPosition = (position: number | undefined): number => {
  if (position !== undefined && Number.isSafeInteger(position)) return position;
  throw new RangeError('the server gives no usable log position (EventStoreDB before 22.6 has none on stream reads)');
};

let lastIso = { at: 0, text: new Date(0).toISOString() };

/** Events of one append, and their neighbours, were often recorded in the same millisecond. */
const toIso = (at: number): string => {
  if (at !== lastIso.at) lastIso = { at, text: new Date(at).toISOString() };
  return lastIso.text;
};

/** An event of ours in the port's form. */
export const toRecorded = (event: StoredEvent, stored: StoredMetadata, data: unknown): RecordedEvent => {
  const { $recorded_at } = stored;
  const recorded_at = $recorded_at ?? toIso(event.created);
  const metadata = $recorded_at === undefined ? stored : withoutTime(stored);
  return { ...placeOf(event), data, metadata, recorded_at };
};

const withoutTime = ({ $recorded_at: _, ...metadata }: StoredMetadata): EventMetadata => metadata;

const placeOf = (event: StoredEvent): Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id' | 'type'> => ({
  position: toPosition(event.position),
  stream: event.stream,
  revision: event.revision,
  id: event.id,
  type: event.type,
});

/** An event of ours that holds its data itself. */
export const toOwn = (event: StoredEvent, metadata: EventMetadata): RecordedEvent =>
  toRecorded(event, metadata, parseJson(event.data));

/** What another program wrote into a stream of ours: its place, and nothing of what it holds. */
export const toForeign = (event: StoredEvent): RecordedEvent => ({
  ...toRecorded(event, {} as EventMetadata, null),
  type: FOREIGN_TYPE,
});
