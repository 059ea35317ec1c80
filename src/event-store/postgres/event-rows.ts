import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { EventMetadata, RecordedEvent } from '../event-store.ts';
import { unpackData } from '../packing/packed-data.ts';
import type { OwnMetadata } from './narrow-metadata.ts';
import type { SharedMetadata } from './shared-metadata.ts';

/** SQL: a time to the microsecond, which a Date does not have. */
export const toMicrosecond = (time: string): string =>
  `to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
export const RECORDED_AT = toMicrosecond('recorded_at');
export const OCCURRED_AT = `to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row of log.events. */
export interface EventRow extends Omit<RecordedEvent, 'metadata' | 'data'> {
  readonly packed: string;
  readonly shared_id: string;
  /** Null: all metadata are in the shared ones. */
  readonly command_id: string | null;
  readonly causation_id: string | null;
  readonly correlation_id: string;
  readonly occurred_at: string;
}

type StoredMetadata = EventMetadata | SharedMetadata;

/** The id follows from the text, in every log: so what is known of it stays true. */
const known = new LRUCache<string, StoredMetadata>({ max: 10_000 });

/** The events of these rows. */
export const eventsOf = async (pool: pg.Pool, rows: readonly EventRow[]): Promise<RecordedEvent[]> => {
  const sharedById = await findShared(pool, new Set(rows.map(({ shared_id }) => shared_id)));
  return rows.map((row) => toEvent(row, sharedById));
};

/** Shared metadata by their ids. Throws if the log lacks one. */
export const findShared = async (
  pool: pg.Pool,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StoredMetadata>> => {
  const found = new Map<string, StoredMetadata>();
  const unknown: string[] = [];
  for (const id of ids) {
    const shared = known.get(id);
    if (shared) found.set(id, shared);
    else unknown.push(id);
  }
  if (unknown.length === 0) return found;
  const { rows } = await pool.query<{ id: string; shared: StoredMetadata }>(
    'select id, shared from log.shared_metadata where id = any ($1)',
    [unknown],
  );
  for (const { id, shared } of rows) {
    known.set(id, shared);
    found.set(id, shared);
  }
  const missing = unknown.find((id) => !found.has(id));
  if (missing !== undefined) throw new Error(`the log has no shared metadata ${missing}`);
  return found;
};

const toEvent = (row: EventRow, sharedById: ReadonlyMap<string, StoredMetadata>): RecordedEvent => {
  const { position, stream, revision, id, type, packed, recorded_at } = row;
  const metadata = metadataOf(row, sharedById.get(row.shared_id)!);
  return { position, stream, revision, id, type, data: unpackData(packed), metadata, recorded_at };
};

const metadataOf = (row: EventRow, shared: StoredMetadata): EventMetadata => {
  const { command_id, causation_id, correlation_id, occurred_at } = row;
  if (command_id === null) return shared as EventMetadata;
  const own: OwnMetadata = { command_id, causation_id, correlation_id, occurred_at };
  return { ...shared, ...own };
};
