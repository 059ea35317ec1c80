import type pg from 'pg';
import { hasAnalyst } from '../../database/analyst-role.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { putFunctions } from '../analytics/functions.ts';
import { putView } from '../analytics/put-view.ts';
import { analyticsViews } from '../analytics/views.ts';
import { describeFailure, HandlerFailure } from '../engine/failures.ts';
import { createReadModelPool } from '../engine/pools.ts';
import type { Projection } from '../engine/projection.ts';
import { createTables } from '../engine/schema.ts';
import { checksumOf, type TableChecksum } from '../rebuild/checksum.ts';
import { readRange } from '../rebuild/read-range.ts';
import { type Shadow, shadowIn } from '../rebuild/shadow.ts';
import { createSchemas, describe, dropSchemas, type ReplaySchemas, replaySchemas } from './schemas.ts';
import { assertInLog, isBeyond, type Until } from './until.ts';

export interface ReplayOptions {
  readonly store: EventStore;
  /** Address of the database; the replay uses its own connections. */
  readonly url: string;
  readonly projections: readonly Projection[];
  readonly until: Until;
  /** The name of its schema. */
  readonly schema: string;
  /** Ends the replay, which then leaves nothing behind. */
  readonly signal: AbortSignal;
}

export interface Replay {
  readonly schemas: ReplaySchemas;
  /** Of its last event. */
  readonly position: number;
  readonly recorded_at: string;
  readonly events: number;
  readonly seconds: number;
  readonly tables: readonly ReplayedTable[];
}

export interface ReplayedTable extends TableChecksum {
  readonly readModel: string;
  readonly table: string;
}

/**
 * Builds every read model and every view for analysts as of a moment, in schemas of their own beside what serves. The log
 * is read once, and never more than a part of it is in memory.
 * @throws Error of one line for a person, with nothing left behind
 */
export const replay = async (options: ReplayOptions): Promise<Replay> => {
  const { store, url, projections, until, signal } = options;
  const schemas = replaySchemas(options.schema);
  await assertInLog(store, until);
  const began = performance.now();
  const pool = createReadModelPool(url, projections.length + 2);
  try {
    await createSchemas(pool, schemas);
    try {
      const shadows = await prepare(pool, projections, schemas);
      const { last, events } = await load(store, shadows, until, signal);
      await Promise.all(shadows.map((shadow) => shadow.index()));
      signal.throwIfAborted();
      await putViews(pool, schemas);
      const tables = await sumUp(pool, projections, schemas, signal);
      const { position, recorded_at } = last;
      await describe(pool, schemas, `as of position ${position}, recorded at ${recorded_at}`);
      return { schemas, position, recorded_at, events, seconds: (performance.now() - began) / 1_000, tables };
    } catch (error) {
      // If the database is away, they stay, and their comment says that they are unfinished.
      await dropSchemas(pool, schemas).catch(() => {});
      throw readable(error);
    }
  } finally {
    await pool.end();
  }
};

const prepare = (pool: pg.Pool, projections: readonly Projection[], { tables }: ReplaySchemas): Promise<Shadow[]> =>
  inTransaction(pool, async (client) => {
    for (const projection of projections) await createTables(client, tables, projection);
    return projections.map((projection) => shadowIn(pool, projection, tables));
  });

/** Gives all of them the events up to the end. Answers the last one. */
const load = async (
  store: EventStore,
  shadows: readonly Shadow[],
  until: Until,
  signal: AbortSignal,
): Promise<{ last: RecordedEvent; events: number }> => {
  let last: RecordedEvent | undefined;
  let count = 0;
  try {
    for await (const chunk of readRange(store, 0, await store.head(), signal)) {
      const end = chunk.findIndex((event) => isBeyond(event, until));
      const events = end < 0 ? chunk : chunk.slice(0, end);
      last = events.at(-1) ?? last;
      count += events.length;
      if (last) await Promise.all(shadows.map((shadow) => shadow.advance(events, last!.position)));
      if (end >= 0) break;
    }
  } finally {
    // Also when it fails: what is still being written would come after the schemas are dropped.
    await Promise.allSettled(shadows.map((shadow) => shadow.flush()));
  }
  await Promise.all(shadows.map((shadow) => shadow.flush()));
  return { last: last!, events: count };
};

const putViews = (pool: pg.Pool, { views, tables }: ReplaySchemas): Promise<void> =>
  inTransaction(pool, async (client) => {
    const isGranted = await hasAnalyst(client);
    for (const view of analyticsViews) await putView(client, view, () => tables, isGranted, views);
    await putFunctions(client, views);
  });

const sumUp = async (
  pool: pg.Pool,
  projections: readonly Projection[],
  { tables: schema }: ReplaySchemas,
  signal: AbortSignal,
): Promise<ReplayedTable[]> => {
  const sums: ReplayedTable[] = [];
  for (const { name, tables } of projections) {
    for (const table of tables) {
      signal.throwIfAborted();
      sums.push({ readModel: name, table: table.name, ...(await checksumOf(pool, schema, table)) });
    }
  }
  return sums;
};

const readable = (error: unknown): unknown =>
  error instanceof HandlerFailure && error.event ? new Error(describeFailure(error.event, error)) : error;
