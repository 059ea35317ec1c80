import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { jsonArray } from '../../database/json-array.ts';
import type { EventMetadata } from '../event-store.ts';

/**
 * The members that differ from event to event: columns of log.events. All others are shared by many events, and stored
 * once.
 */
export type OwnMetadata = Pick<EventMetadata, 'command_id' | 'causation_id' | 'correlation_id' | 'occurred_at'>;
export type SharedMetadata = Omit<EventMetadata, keyof OwnMetadata> & typeof PLACES;

export interface NarrowMetadata extends OwnMetadata {
  /** Id of the shared metadata: it follows from their text. */
  readonly shared_id: string;
  /** The shared metadata, as JSON. */
  readonly shared: string;
}

/** These members keep their places in the shared metadata, so that they are there again when it is read. */
const PLACES = { command_id: 0, causation_id: 0, correlation_id: 0, occurred_at: 0 } as const;

/** In the form in which a column of type uuid returns it. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** For years that Postgres and JavaScript write alike. */
const YEAR = /^[12]\d{3}-/;

/** Metadata in columns. Null if the columns would not return exactly what was given: then JSON is stored. */
export const narrowMetadata = (metadata: EventMetadata): NarrowMetadata | null => {
  const { command_id, causation_id, correlation_id, occurred_at } = metadata;
  const isNarrow =
    UUID.test(command_id) &&
    (causation_id === null || UUID.test(causation_id)) &&
    typeof correlation_id === 'string' &&
    isInstant(occurred_at);
  if (!isNarrow) return null;
  const shared = JSON.stringify({ ...metadata, ...PLACES });
  return { command_id, causation_id, correlation_id, occurred_at, shared_id: sharedIdOf(shared), shared };
};

/** To the millisecond, as JavaScript writes it. */
const isInstant = (text: string): boolean => {
  const time = YEAR.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString() === text;
};

const ids = new LRUCache<string, string>({ max: 1_000 });

/** A hash for which no second text can be found: users choose the name of an actor, which is part of the text. */
const sharedIdOf = (shared: string): string => {
  const known = ids.get(shared);
  if (known !== undefined) return known;
  const hex = hash('sha256', shared, 'hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
  ids.set(shared, id);
  return id;
};

/** The parameters of log.append for metadata in columns, and the shared metadata that they name. */
export const metadataValues = (metadata: readonly (NarrowMetadata | null)[]): unknown[] => {
  const shared = new Map(metadata.flatMap((narrow) => (narrow ? [[narrow.shared_id, narrow.shared]] : [])));
  return [
    metadata.map((narrow) => narrow?.shared_id),
    metadata.map((narrow) => narrow?.command_id),
    metadata.map((narrow) => narrow?.causation_id),
    metadata.map((narrow) => narrow?.correlation_id),
    metadata.map((narrow) => narrow?.occurred_at),
    [...shared.keys()],
    jsonArray([...shared.values()]),
  ];
};
