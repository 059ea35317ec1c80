import type pg from 'pg';
import type { EventFilter, EventMetadata, RecordedEvent } from '../event-store.ts';
import { isText } from './append-batch.ts';

const COLUMNS = `position, stream, revision, id, type, data, metadata,
  to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at`;

const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
const READ_STREAM = `select ${COLUMNS} from log.events
  where stream = $1 and revision >= $2 order by revision`;
const READ_FILTERED = `select ${COLUMNS} from log.events
  where position > $1
    and ($3::text is null or stream = $3)
    and ($4::text[] is null or type = any($4))
    and ($5::text is null or metadata->>'brand_id' = $5)
    and ($6::text is null or metadata->>'point_id' = $6)
    and ($7::text is null or metadata->'actor'->>'id' = $7 or metadata->'actor'->>'name' = $7)
    and ($8::timestamptz is null or recorded_at >= $8)
    and ($9::timestamptz is null or recorded_at < $9)
    and ($10::text is null or split_part(stream, '-', 1) = $10)
  order by position limit $2`;

interface EventRow extends RecordedEvent {
  readonly metadata: EventMetadata;
}

export const readStream = async (pool: pg.Pool, stream: string, fromRevision: number): Promise<RecordedEvent[]> => {
  if (!isText(stream)) return [];
  const { rows } = await pool.query<EventRow>({
    name: 'log.read-stream',
    text: READ_STREAM,
    values: [stream, fromRevision],
  });
  return rows;
};

export const readLog = async (
  pool: pg.Pool,
  afterPosition: number,
  limit: number,
  filter?: EventFilter,
): Promise<RecordedEvent[]> => {
  // No named statements: a plan kept from when the log was short would scan it when it is long, and with so many
  // optional conditions a plan of its own for each call is the better one.
  if (!filter) return (await pool.query<EventRow>(READ_ALL, [afterPosition, limit])).rows;
  const { stream, types, brandId, pointId, actor, from, to, category } = filter;
  const values = [afterPosition, limit, stream, types, brandId, pointId, actor, from, to, category].map(
    (value) => value ?? null,
  );
  // What can't be stored can't be found, and would fail the statement.
  if (values.some((value) => typeof value === 'string' && !isText(value))) return [];
  return (await pool.query<EventRow>(READ_FILTERED, values)).rows;
};

export const readHead = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ head: number }>('select coalesce(max(position), 0) as head from log.events');
  return rows[0]?.head ?? 0;
};
