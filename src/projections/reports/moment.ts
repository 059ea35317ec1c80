import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Queryable } from '../engine/schema.ts';
import { INDEX_PROCESS } from '../event-index/candidates.ts';
import { BLOCKS, INDEX_SCHEMA } from '../event-index/tables.ts';

/** A place in the log that an answer is true of (docs/reports.md). */
export interface Moment {
  readonly position: number;
  /** When the last event up to there was recorded, ISO 8601 in UTC. Null: before the first event. */
  readonly recorded_at: string | null;
}

/** What a caller asks for: what was known up to a position, or at an ISO 8601 instant in UTC. */
export type AsOf = { readonly position: number } | { readonly instant: string };

type Reader = Pick<EventStore, 'readAll' | 'readAt'>;

/** A block of the index of the log. */
const PAGE = 256;

/** Nearest moment before the one asked for. Its time is read only if no event follows it. */
type Start = { readonly position: number; readonly recorded_at: string | null };
const START: Start = { position: 0, recorded_at: null };

/** The last event up to a position. */
export const momentAtPosition = async (db: Queryable, store: Reader, position: number): Promise<Moment> => {
  const { rows } = await db.query<Moment>(
    'select position, recorded_at from read.moments where position <= $1 order by position desc limit 1',
    [position],
  );
  const before = rows[0] ?? START;
  if (before.position === position) return before;
  const start = await blockStart(db, before, 'b.last_position >= $2', position);
  const last = await lastBefore(store, start, (event) => event.position > position);
  return { position, recorded_at: last.recorded_at };
};

/**
 * The last event before the minute of an instant (ISO 8601), or of an instant so much before it (an interval of Postgres). Position 0:
 * there is none.
 */
export const lastBeforeMinuteOf = async (db: Queryable, instant: string, back = '0'): Promise<Moment> => {
  const { rows } = await db.query<Moment>(
    `select position, recorded_at from read.moments where minute < date_trunc('minute', $1::timestamptz - $2::interval)
     order by minute desc limit 1`,
    [instant, back],
  );
  return rows[0] ?? START;
};

/** The last event that was recorded up to an instant. */
export const momentAtInstant = async (db: Queryable, store: Reader, instant: string): Promise<Moment> => {
  const before = await lastBeforeMinuteOf(db, instant);
  // Postgres would round it, and the index has microseconds.
  const smallestUnit = 'microsecond';
  const time = Temporal.Instant.from(instant).round({ smallestUnit, roundingMode: 'floor' }).toString();
  const start = await blockStart(db, before, 'b.recorded_to > $2::timestamptz', time);
  return lastBefore(store, start, (event) => isLater(event.recorded_at, instant));
};

/**
 * Where the first block begins that goes beyond what is asked for, or the last block ends. A minute may have a hundred
 * thousand events, and a block has 256. Without an index, or before what it has, it is the moment itself.
 */
const blockStart = async (db: Queryable, from: Start, isBeyond: string, asked: number | string): Promise<Start> => {
  const { rows } = await db.query<{ position: number }>(
    `select coalesce(
       (select b.after_position from ${blocks} b where b.last_position > $1 and ${isBeyond} order by b.last_position limit 1),
       c.position) as position
     from app.process_checkpoints c
     where c.process = '${INDEX_PROCESS}' and c.position = (select max(last_position) from ${blocks})`,
    [from.position, asked],
  );
  const position = rows[0]?.position ?? 0;
  return position > from.position ? { position, recorded_at: null } : from;
};

const blocks = `${INDEX_SCHEMA}.${BLOCKS}`;

/** Both ISO 8601. Recorded times have microseconds. */
export const isLater = (one: string, other: string): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) > 0;

/** Walks on from a moment: over a block, and what the index does not have yet. */
const lastBefore = async (store: Reader, from: Start, isBeyond: (event: RecordedEvent) => boolean): Promise<Moment> => {
  let last = from;
  for (let isOver = false; !isOver; ) {
    const events = await store.readAll(last.position, PAGE);
    isOver = events.length < PAGE;
    for (const event of events) {
      isOver ||= isBeyond(event);
      if (isBeyond(event)) break;
      last = { position: event.position, recorded_at: event.recorded_at };
    }
  }
  if (last.recorded_at !== null || last.position === 0) return last;
  const [event] = await store.readAt([last.position]);
  return { position: last.position, recorded_at: event?.recorded_at ?? null };
};
