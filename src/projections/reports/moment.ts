import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Queryable } from '../engine/schema.ts';

/** A place in the log that an answer is true of (docs/reports.md). */
export interface Moment {
  readonly position: number;
  /** When the last event up to there was recorded, ISO 8601 in UTC. Null: before the first event. */
  readonly recorded_at: string | null;
}

/** What a caller asks for: what was known up to a position, or at an ISO 8601 instant in UTC. */
export type AsOf = { readonly position: number } | { readonly instant: string };

type Reader = Pick<EventStore, 'readAll'>;

const PAGE = 1_000;
const START: Moment = { position: 0, recorded_at: null };

/** The last event up to a position. */
export const momentAtPosition = async (db: Queryable, store: Reader, position: number): Promise<Moment> => {
  const { rows } = await db.query<Moment>(
    'select position, recorded_at from read.moments where position <= $1 order by position desc limit 1',
    [position],
  );
  const before = rows[0] ?? START;
  if (before.position === position) return before;
  const last = await lastBefore(store, before, (event) => event.position > position);
  return { position, recorded_at: last.recorded_at };
};

/** The last event that was recorded up to an instant. */
export const momentAtInstant = async (db: Queryable, store: Reader, instant: string): Promise<Moment> => {
  const { rows } = await db.query<Moment>(
    `select position, recorded_at from read.moments where minute < date_trunc('minute', $1::timestamptz)
     order by minute desc limit 1`,
    [instant],
  );
  return lastBefore(store, rows[0] ?? START, (event) => isLater(event.recorded_at, instant));
};

/** Both ISO 8601. Recorded times have microseconds. */
export const isLater = (one: string, other: string): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) > 0;

/** Walks on from a moment. It is at most a minute before the end, so few events are read. */
const lastBefore = async (
  store: Reader,
  from: Moment,
  isBeyond: (event: RecordedEvent) => boolean,
): Promise<Moment> => {
  let last = from;
  for (;;) {
    const events = await store.readAll(last.position, PAGE);
    for (const event of events) {
      if (isBeyond(event)) return last;
      last = { position: event.position, recorded_at: event.recorded_at };
    }
    if (events.length < PAGE) return last;
  }
};
