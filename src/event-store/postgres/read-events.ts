import type pg from 'pg';
import type { EventMetadata, RecordedEvent } from '../event-store.ts';
import { isText } from './append-batch.ts';

/** To the microsecond, which a Date does not have. */
export const RECORDED_AT = `to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const COLUMNS = `position, stream, revision, id, type, data, metadata, ${RECORDED_AT} as recorded_at`;

const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
const READ_STREAM = `select ${COLUMNS} from log.events
  where stream = $1 and revision >= $2 order by revision`;
const READ_AT = `select ${COLUMNS} from unnest($1::bigint[]) with ordinality as asked (position, place)
  join log.events using (position) order by place`;

interface EventRow extends RecordedEvent {
  readonly metadata: EventMetadata;
}

export const readStream = async (
  pool: pg.Pool,
  stream: string,
  fromRevision: number,
  limit?: number,
): Promise<RecordedEvent[]> => {
  if (!isText(stream)) return [];
  const statement =
    limit === undefined
      ? { name: 'log.read-stream', text: READ_STREAM, values: [stream, fromRevision] }
      : { name: 'log.read-stream-page', text: `${READ_STREAM} limit $3`, values: [stream, fromRevision, limit] };
  return (await pool.query<EventRow>(statement)).rows;
};

/** Not a named statement: its plan, kept from when the log was short, would scan the log when it is long. */
export const readLog = async (pool: pg.Pool, afterPosition: number, limit: number): Promise<RecordedEvent[]> =>
  (await pool.query<EventRow>(READ_ALL, [afterPosition, limit])).rows;

export const readAt = async (pool: pg.Pool, positions: readonly number[]): Promise<RecordedEvent[]> =>
  (await pool.query<EventRow>(READ_AT, [positions])).rows;

export const readHead = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ head: number }>('select coalesce(max(position), 0) as head from log.events');
  return rows[0]?.head ?? 0;
};
