import type pg from 'pg';
import type { RecordedEvent } from '../event-store.ts';
import { type EventRow, eventsOf, OCCURRED_AT, RECORDED_AT } from './event-rows.ts';
import { isText } from './stored-names.ts';

const COLUMNS = `position, stream, revision, id, type, ${RECORDED_AT} as recorded_at,
  shared_id, command_id, causation_id, correlation_id, ${OCCURRED_AT} as occurred_at, packed`;

const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
const READ_STREAM = `select ${COLUMNS} from log.events
  where stream = $1 and revision >= $2 order by revision`;
const READ_EACH = `select ${COLUMNS} from unnest($1::text[]) as asked (name) cross join lateral (
    select * from log.events where stream = asked.name order by revision limit $2
  ) of_stream order by stream, revision`;
const READ_AT = `select ${COLUMNS} from unnest($1::bigint[]) with ordinality as asked (position, place)
  join log.events using (position) order by place`;

const read = async (pool: pg.Pool, query: pg.QueryConfig): Promise<RecordedEvent[]> =>
  eventsOf(pool, (await pool.query<EventRow>(query)).rows);

export const readStream = async (
  pool: pg.Pool,
  stream: string,
  fromRevision: number,
  limit?: number,
): Promise<RecordedEvent[]> => {
  if (!isText(stream)) return [];
  return limit === undefined
    ? read(pool, { name: 'log.read-stream', text: READ_STREAM, values: [stream, fromRevision] })
    : read(pool, {
        name: 'log.read-stream-page',
        text: `${READ_STREAM} limit $3`,
        values: [stream, fromRevision, limit],
      });
};

/** One statement for all of them. */
export const readEach = async (
  pool: pg.Pool,
  streams: readonly string[],
  limit: number,
): Promise<RecordedEvent[][]> => {
  const asked = [...new Set(streams)].filter(isText);
  const events = await read(pool, { name: 'log.read-each', text: READ_EACH, values: [asked, limit] });
  const byStream = Map.groupBy(events, ({ stream }) => stream);
  return streams.map((stream) => byStream.get(stream) ?? []);
};

/** Not a named statement: its plan, kept from when the log was short, would scan the log when it is long. */
export const readLog = (pool: pg.Pool, afterPosition: number, limit: number): Promise<RecordedEvent[]> =>
  read(pool, { text: READ_ALL, values: [afterPosition, limit] });

export const readAt = (pool: pg.Pool, positions: readonly number[]): Promise<RecordedEvent[]> =>
  read(pool, { text: READ_AT, values: [positions] });

export const readHead = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ head: number }>('select coalesce(max(position), 0) as head from log.events');
  return rows[0]?.head ?? 0;
};
