import type { RecordedEvent } from '../event-store/event-store.ts';
import { canonicalJson } from './canonical-json.ts';

/** What a leaf says of an event, as it is stored: not upcast, and sealed. */
export type StoredEvent = RecordedEvent;

/** The leaf of an event: its canonical JSON (RFC 8785). */
export const leafOf = (event: StoredEvent): string => {
  const { position, stream, revision, id, type, recorded_at, data, metadata } = event;
  const leaf = { position, stream, revision, id, type, recorded_at, data, metadata };
  try {
    return canonicalJson(leaf);
  } catch {
    // RFC 8785 has no form for half of a surrogate pair, and data may have one: then their JSON text stands for them.
    return canonicalJson({ ...leaf, data: JSON.stringify(data) });
  }
};
