import { jsonArray, textArray, timestampArray, uuidArray } from '../../database/binary-array.ts';
import type { EventMetadata } from '../event-store.ts';
import { isPlainText } from '../json-text.ts';
import { type PLACES, type Shared, sharedOf, wholeOf } from './shared-metadata.ts';

/**
 * The members that differ from event to event: columns of log.events. All others are shared by many events, and stored
 * once.
 */
export type OwnMetadata = Pick<EventMetadata, keyof typeof PLACES>;

/** The metadata of an event as log.events stores them. */
export interface NarrowMetadata {
  /** The columns. Null: all metadata are in `shared`, which then is this event's alone. */
  readonly own: (OwnMetadata & { /** `occurred_at`, in milliseconds since 1970. */ readonly occurred: number }) | null;
  readonly shared: Shared;
  /** How long the JSON of all the metadata is at most. */
  readonly characters: number;
}

/** @throws InvalidEvents for a value that SQL cannot read */
export const narrowMetadata = (metadata: EventMetadata): NarrowMetadata => {
  const own = ownOf(metadata);
  const shared = own ? sharedOf(metadata) : wholeOf(metadata);
  const characters = shared.json.length + (own ? own.correlation_id.length + OWN_CHARACTERS : 0);
  return { own, shared, characters };
};

/** Null if the columns would not return exactly what was given. */
const ownOf = ({ command_id, causation_id, correlation_id, occurred_at }: EventMetadata): NarrowMetadata['own'] => {
  if (!isUuid(command_id) || !(causation_id === null || isUuid(causation_id))) return null;
  if (typeof correlation_id !== 'string' || !isPlainText(correlation_id)) return null;
  const occurred = timeOf(occurred_at);
  return Number.isNaN(occurred) ? null : { command_id, causation_id, correlation_id, occurred_at, occurred };
};

/** All metadata of the event. */
export const wholeMetadata = ({ own, shared }: NarrowMetadata): EventMetadata => {
  if (!own) return shared.members as EventMetadata;
  const { command_id, causation_id, correlation_id, occurred_at } = own;
  return { ...shared.members, command_id, causation_id, correlation_id, occurred_at };
};

/** Two UUIDs and an instant, and the quotes of all four. */
const OWN_CHARACTERS = 36 + 36 + 24 + 8;

/** In the form in which a column of type uuid returns it. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

/** As JavaScript writes an instant, for years that Postgres writes alike. The group is a day that not every month has. */
const INSTANT =
  /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8]|(29|3[01]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** The milliseconds since 1970. NaN for a text that JavaScript would write in another way, or that is no instant. */
const timeOf = (text: unknown): number => {
  const found = typeof text === 'string' ? INSTANT.exec(text) : null;
  if (!found) return Number.NaN;
  const time = Date.parse(found[0]);
  const isDay = found[1] === undefined || new Date(time).getUTCDate() === Number(found[1]);
  return isDay ? time : Number.NaN;
};

/** The parameters for metadata in columns, and for the shared metadata that the log may lack. */
export const metadataValues = (metadata: readonly NarrowMetadata[], unstored: readonly Shared[]): Buffer[] => [
  uuidArray(metadata.map(({ shared }) => shared.id)),
  uuidArray(metadata.map(({ own }) => own?.command_id)),
  uuidArray(metadata.map(({ own }) => own?.causation_id)),
  textArray(metadata.map(({ own }) => own?.correlation_id)),
  timestampArray(metadata.map(({ own }) => own?.occurred)),
  uuidArray(unstored.map(({ id }) => id)),
  jsonArray(unstored.map(({ json }) => json)),
];
