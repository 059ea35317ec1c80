import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { send } from '../engine/batch-writer.ts';
import { createFold } from '../engine/fold.ts';
import type { Projection } from '../engine/projection.ts';
import { createIndexes, createTables, qualified } from '../engine/schema.ts';
import { readRange } from './read-range.ts';

/** The read model as it is being built from position 0, in a separate schema, beside the one that serves. */
export interface Shadow {
  readonly projection: Projection;
  readonly schema: string;
  /** It has had everything up to here. */
  readonly position: number;
  /** How many events that was, whether they concerned it or not. */
  readonly events: number;
  /** Applies the events up to position `to` that it has not had yet. Resolves before they are stored; see `flush`. */
  advance(events: readonly RecordedEvent[], to: number): Promise<void>;
  /** Resolves when everything it has had is stored. */
  flush(): Promise<void>;
  /** Reads the log up to position `to` and applies it. */
  catchUp(store: EventStore, to: number, signal?: AbortSignal): Promise<void>;
  /** Secondary indexes, and statistics for the planner, after the bulk is in. */
  index(): Promise<void>;
  drop(): Promise<void>;
}

/** Starts an empty one, and removes what killed rebuilds have left. */
export const createShadow = async (pool: pg.Pool, projection: Projection): Promise<Shadow> => {
  const schema = `rebuild_${projection.name}_${randomBytes(4).toString('hex')}`;
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname::text as name from pg_namespace where nspname ~ ('^rebuild_' || $1 || '_[0-9a-f]{8}$')`,
      [projection.name],
    );
    for (const { name } of rows) await client.query(`drop schema ${pg.escapeIdentifier(name)} cascade`);
    await client.query(`create schema ${pg.escapeIdentifier(schema)}`);
    await createTables(client, schema, projection);
  });
  return shadowIn(pool, projection, schema);
};

/** Fills the projection's tables, which are in that schema already, and empty. */
export const shadowIn = (pool: pg.Pool, projection: Projection, schema: string): Shadow => {
  const fold = createFold(projection, schema);
  let position = 0;
  let count = 0;
  let storing: Promise<void> = Promise.resolve();

  const shadow: Shadow = {
    projection,
    schema,
    get position() {
      return position;
    },
    get events() {
      return count;
    },
    advance: async (events, to) => {
      const fresh = events.filter((event) => event.position > position && event.position <= to);
      position = Math.max(position, Math.min(to, events.at(-1)?.position ?? to));
      count += fresh.length;
      const statements = fold.statements(fresh);
      // The next chunk is folded here while Postgres is busy with this one.
      await storing;
      storing = statements.length === 0 ? Promise.resolve() : inTransaction(pool, (client) => send(client, statements));
      storing.catch(() => {});
    },
    flush: () => storing,
    catchUp: async (store, to, signal) => {
      for await (const events of readRange(store, position, to, signal)) await shadow.advance(events, to);
      await storing;
      position = Math.max(position, to);
    },
    index: async () => {
      await createIndexes(pool, schema, projection);
      for (const table of projection.tables) await pool.query(`analyze ${qualified(schema, table.name)}`);
    },
    drop: async () => {
      await storing.catch(() => {});
      await pool.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`);
    },
  };
  return shadow;
};
