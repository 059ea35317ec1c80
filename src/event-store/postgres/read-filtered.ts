import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type pg from 'pg';
import type { EventFilter, RecordedEvent } from '../event-store.ts';
import { isText } from './append-batch.ts';
import { RECORDED_AT, readHead } from './read-events.ts';

/** Positions that one statement walks over: in some 20 ms, after which the connection is the next one's. */
const STEP = 10_000;
/** A server's clock may be set back: by less than this, and no event is missed. */
const CLOCK_MARGIN = '1 day';

interface EventsTable extends Omit<RecordedEvent, 'data' | 'metadata'> {
  /** JSON. */
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Only builds SQL: our pool runs it. */
const builder = new Kysely<{ 'log.events': EventsTable }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const recordedAt = sql.raw<string>(RECORDED_AT);

/** The events that the filter lets through, with the conditions that it has and no others. */
const selectMatching = ({ stream, types, brandId, pointId, actor, from, to, category }: EventFilter) => {
  let query = builder
    .selectFrom('log.events')
    .select(['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata', recordedAt.as('recorded_at')]);
  if (stream !== undefined) query = query.where('stream', '=', stream);
  if (types !== undefined) query = query.where('type', '=', sql<string>`any (${types.filter(isText)})`);
  if (category !== undefined) query = query.where(sql`split_part(stream, '-', 1)`, '=', category);
  if (from !== undefined) query = query.where('recorded_at', '>=', from);
  if (to !== undefined) query = query.where('recorded_at', '<', to);
  // Last: these read JSON.
  if (brandId !== undefined) query = query.where(sql`metadata->>'brand_id'`, '=', brandId);
  if (pointId !== undefined) query = query.where(sql`metadata->>'point_id'`, '=', pointId);
  if (actor !== undefined)
    query = query.where(sql`${actor}`, 'in', sql`(metadata->'actor'->>'id', metadata->'actor'->>'name')`);
  return query;
};

/** No named statements: with so many optional conditions a plan of its own for each call is the better one. */
const run = async (pool: pg.Pool, query: ReturnType<typeof selectMatching>): Promise<RecordedEvent[]> => {
  const { sql: text, parameters } = query.compile();
  return (await pool.query<RecordedEvent>(text, [...parameters])).rows;
};

/**
 * Up to `limit` events after the position that the filter lets through. Nothing but streams is indexed, so that the log is
 * walked over: from where `from` lies to where `to` does, and in short steps, between which others get their turn.
 */
export const readFiltered = async (
  pool: pg.Pool,
  afterPosition: number,
  limit: number,
  filter: EventFilter,
  signal?: AbortSignal,
): Promise<RecordedEvent[]> => {
  // What can't be stored can't be found, and would fail the statement.
  if (Object.values(filter).some((value) => typeof value === 'string' && !isText(value))) return [];
  const matching = selectMatching(filter);
  const { stream, from, to } = filter;
  if (stream !== undefined) {
    return run(pool, matching.where('position', '>', afterPosition).orderBy('revision').limit(limit));
  }
  const start = from === undefined ? 0 : await lastBefore(pool, from, `-${CLOCK_MARGIN}`);
  // Read before the walk: what it has passed by is complete, whatever is appended meanwhile.
  const end = to === undefined ? await readHead(pool) : await lastBefore(pool, to, CLOCK_MARGIN);
  const found: RecordedEvent[] = [];
  for (let at = Math.max(afterPosition, start); at < end && found.length < limit; at += STEP) {
    if (signal?.aborted) break;
    const step = matching.where('position', '>', at).where('position', '<=', Math.min(at + STEP, end));
    found.push(...(await run(pool, step.orderBy('position').limit(limit - found.length))));
  }
  return found;
};

/**
 * By halves. Each event that is looked at is before the instant, and so are those before it, or not, nor those after it;
 * what is looked at next lies on the other side.
 */
const LAST_BEFORE = `
  with recursive search (low, high) as (
    select 0::bigint, (select coalesce(max(position), 0) from log.events)
    union all
    select
      case when event.is_before then event.position else low end,
      case when event.is_before then high else (low + high) / 2 end
    from search cross join lateral (
      select position, recorded_at < $1::timestamptz + $2::interval as is_before
      from log.events where position > (low + high) / 2 order by position limit 1
    ) event
    where low < high
  )
  select low as position from search where low = high`;

/**
 * A position up to which events were recorded before the instant, and after which they were not. That one follows from the
 * other takes a clock that never runs back: `margin` is added to the instant.
 */
export const lastBefore = async (pool: pg.Pool, instant: string, margin: string): Promise<number> => {
  const { rows } = await pool.query<{ position: number }>(LAST_BEFORE, [instant, margin]);
  return rows[0]!.position;
};
