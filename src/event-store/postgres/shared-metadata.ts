import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EventMetadata } from '../event-store.ts';
import { toMetadataText } from '../json-text.ts';

/** These members keep their places in the shared metadata, so that they are there again when it is read. */
export const PLACES = { command_id: 0, causation_id: 0, correlation_id: 0, occurred_at: 0 } as const;

/** What the metadata of many events have in common: all members but those of PLACES, which are 0. */
export type SharedMetadata = Omit<EventMetadata, keyof typeof PLACES> & typeof PLACES;

export interface Shared {
  /** A hash of `json`. */
  readonly id: string;
  readonly json: string;
  /** As it is parsed from `json`. */
  readonly members: EventMetadata | SharedMetadata;
}

/** What was shared last by the events of an actor at a point. */
const recent = new LRUCache<string, Shared>({ max: 1_000 });

/**
 * The shared part of the metadata. Most events share theirs with the ones before: to compare the members takes a third
 * of the time that it takes to write JSON and to find its hash.
 * @throws InvalidEvents for a value that SQL cannot read
 */
export const sharedOf = (metadata: EventMetadata): Shared => {
  const { actor, brand_id, point_id, schema_version } = metadata;
  const name = `${schema_version} ${point_id ?? brand_id} ${actor.id} ${actor.name}`;
  const known = recent.get(name);
  if (known && isSame(metadata, known.members, PLACES)) return known;
  const shared = wholeOf({ ...metadata, ...PLACES });
  recent.set(name, shared);
  return shared;
};

/** All of them, for an event whose own metadata fit no columns. @throws InvalidEvents for a value that SQL cannot read */
export const wholeOf = (metadata: EventMetadata | SharedMetadata): Shared => {
  const json = toMetadataText(metadata);
  return { id: idOf(json), json, members: JSON.parse(json) };
};

/** A hash for which no second text can be found: users choose the name of an actor, which is part of the text. */
const idOf = (json: string): string => {
  const hex = hash('sha256', json, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Whether the value has the same JSON as `known`, which was parsed from JSON: the same members in the same order. The
 * members named in `except` may differ. Answers no for arrays, and for values that JSON would change.
 */
const isSame = (value: unknown, known: unknown, except: object = {}): boolean => {
  if (value === known) return true;
  if (!isPlain(value) || !isPlain(known)) return false;
  const names = Object.keys(value);
  const knownNames = Object.keys(known);
  if (names.length !== knownNames.length) return false;
  for (let place = 0; place < names.length; place++) {
    const name = names[place]!;
    if (name !== knownNames[place]) return false;
    if (!(name in except) && !isSame(value[name], known[name])) return false;
  }
  return true;
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
