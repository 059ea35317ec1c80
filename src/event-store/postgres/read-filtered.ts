import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type pg from 'pg';
import type { EventFilter, RecordedEvent } from '../event-store.ts';
import { type EventRow, eventsOf, OCCURRED_AT, RECORDED_AT } from './event-rows.ts';
import { readHead } from './read-events.ts';
import { isText } from './stored-names.ts';

/** How many positions one statement walks over: that takes some 20 ms. Then the connection is free for the next one. */
const STEP = 10_000;
/** If a server's clock is set back by less than this, no event is missed. */
const CLOCK_MARGIN = '1 day';

/** Only builds SQL: our pool runs it. */
const builder = new Kysely<{ 'log.events': EventRow }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const recordedAt = sql.raw<string>(RECORDED_AT);
const occurredAt = sql.raw<string>(OCCURRED_AT);

/** A condition on metadata. There are few rows of shared metadata: all of them are searched once. */
const inMetadata = (condition: RawBuilder<boolean>) =>
  sql<boolean>`shared_id in (select id from log.shared_metadata where ${condition})`;

/** The events that the filter lets through. The SQL has only the conditions that the filter has. */
const selectMatching = ({ stream, types, brandId, pointId, actor, from, to, category }: EventFilter) => {
  let query = builder
    .selectFrom('log.events')
    .select(['position', 'stream', 'revision', 'id', 'type', recordedAt.as('recorded_at')])
    .select(['packed', 'shared_id', 'command_id', 'causation_id', 'correlation_id', occurredAt.as('occurred_at')]);
  if (stream !== undefined) query = query.where('stream', '=', stream);
  if (types !== undefined) query = query.where('type', '=', sql<string>`any (${types.filter(isText)})`);
  if (category !== undefined) query = query.where(sql`split_part(stream, '-', 1)`, '=', category);
  if (from !== undefined) query = query.where('recorded_at', '>=', from);
  if (to !== undefined) query = query.where('recorded_at', '<', to);
  // Last: these read JSON.
  if (brandId !== undefined) query = query.where(inMetadata(sql`shared->>'brand_id' = ${brandId}`));
  if (pointId !== undefined) query = query.where(inMetadata(sql`shared->>'point_id' = ${pointId}`));
  if (actor !== undefined)
    query = query.where(
      inMetadata(sql`array[shared->'actor'->>'id', shared->'actor'->>'name'] && ${[actor].flat()}::text[]`),
    );
  return query;
};

/** Not named statements: with so many optional conditions a separate plan for each call is better. */
const run = async (pool: pg.Pool, query: ReturnType<typeof selectMatching>): Promise<RecordedEvent[]> => {
  const { sql: text, parameters } = query.compile();
  return eventsOf(pool, (await pool.query<EventRow>(text, [...parameters])).rows);
};

/**
 * Up to `limit` events after the position that the filter lets through. The log has an index by stream only, so other
 * filters walk over the log, from the position of `from` to the position of `to`, in short steps. Other reads can use
 * the connection between two steps.
 */
export const readFiltered = async (
  pool: pg.Pool,
  afterPosition: number,
  limit: number,
  filter: EventFilter,
  signal?: AbortSignal,
): Promise<RecordedEvent[]> => {
  // A value that cannot be stored cannot be found either, and would fail the statement.
  if (Object.values(filter).some((value) => typeof value === 'string' && !isText(value))) return [];
  const matching = selectMatching(filter);
  const { stream, from, to } = filter;
  if (stream !== undefined) {
    return run(pool, matching.where('position', '>', afterPosition).orderBy('revision').limit(limit));
  }
  const start = from === undefined ? 0 : await lastBefore(pool, from, `-${CLOCK_MARGIN}`);
  // Read before the walk: then the part that it has walked over is complete, whatever is appended meanwhile.
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
 * Binary search. If the event in the middle was recorded before the instant, so were those before it, and the search
 * goes on after it; if not, before it.
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
 * A position up to which events were recorded before the instant, and after which they were not. This needs a clock
 * that never runs back, so `margin` is added to the instant.
 */
export const lastBefore = async (pool: pg.Pool, instant: string, margin: string): Promise<number> => {
  const { rows } = await pool.query<{ position: number }>(LAST_BEFORE, [instant, margin]);
  return rows[0]!.position;
};
