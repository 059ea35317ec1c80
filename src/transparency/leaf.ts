import type { RecordedEvent } from '../event-store/event-store.ts';
import { canonicalBytes } from './canonical-bytes.ts';
import { canonicalJson, mayHaveHalfPair } from './canonical-json.ts';
import { LEAF_PREFIX, leafHash, sha256 } from './hashes.ts';
import { isInOrder } from './in-order.ts';

/** What a leaf says of an event, as it is stored: not upcast, and sealed. */
export type StoredEvent = RecordedEvent;

/** The leaf of an event: its canonical JSON (RFC 8785). */
export const leafOf = (event: StoredEvent): string => {
  const leaf = membersOf(event);
  try {
    return canonicalJson(leaf);
  } catch {
    // RFC 8785 has no form for half of a surrogate pair, and data may have one: then the leaf has their JSON text.
    return canonicalJson({ ...leaf, data: JSON.stringify(event.data) });
  }
};

/** leafHash(leafOf(event)), in a third of the time for nearly every event, and in less if its members stand in order. */
export const leafHashOf = (event: StoredEvent): Buffer => {
  const leaf = membersOf(event);
  if (isInOrder(leaf)) {
    const text = JSON.stringify(leaf);
    if (!mayHaveHalfPair(text)) return leafHash(text);
  }
  const bytes = canonicalBytes(LEAF_PREFIX, leaf);
  return bytes ? sha256(bytes) : leafHash(leafOf(event));
};

/** In the order of the names. */
const membersOf = (event: StoredEvent) => {
  const { data, id, metadata, position, recorded_at, revision, stream, type } = event;
  return { data, id, metadata, position, recorded_at, revision, stream, type };
};
