import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { addViews, lockInstall } from '../analytics/install.ts';
import { dropViewsOver } from '../analytics/rebind.ts';
import { type Checkpoint, lockCheckpoint, readCheckpoints, resetCheckpoint } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import {
  createIndexes,
  createTables,
  missingTables,
  ownedTables,
  type Queryable,
  qualified,
  READ_SCHEMA,
} from './schema.ts';

/**
 * Returns their checkpoints, and makes what is missing. Waits for a transaction that works on one of them. One after the other:
 * opening a connection for each takes longer than all of them over one.
 */
export const ensureReadModels = async (pool: pg.Pool, projections: readonly Projection[]): Promise<Checkpoint[]> => {
  const incomplete = new Set(await incompleteReadModels(pool, projections));
  const checkpoints: Checkpoint[] = [];
  for (const projection of projections) {
    const known = incomplete.has(projection) ? undefined : await lockCheckpoint(pool, projection.name);
    checkpoints.push(known ?? (await ensureReadModel(pool, projection)));
  }
  return checkpoints;
};

/** Those without a checkpoint or with a missing table, without a lock. */
export const incompleteReadModels = async (
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<Projection[]> => {
  const versions = new Map((await readCheckpoints(pool)).map(({ projection, version }) => [projection, version]));
  const missing = new Set(await missingTables(pool, { tables: projections.flatMap(({ tables }) => tables) }));
  return projections.filter(({ name, version, tables }) => {
    const known = versions.get(name);
    return known === undefined || (known === version && tables.some((table) => missing.has(table.name)));
  });
};

/**
 * Makes sure that the projection has its tables and a checkpoint. A new one gets empty tables at position 0, and so
 * does one whose tables were dropped by hand. Tables of another version stay as they are and serve until they are
 * rebuilt. Processes may do this at the same time: the checkpoint row decides who goes first.
 */
export const ensureReadModel = (pool: pg.Pool, projection: Projection): Promise<Checkpoint> =>
  inTransaction(pool, async (client) => {
    const inserted = await client.query(
      'insert into app.checkpoints (projection, version, position) values ($1, $2, 0) on conflict do nothing',
      [projection.name, projection.version],
    );
    const checkpoint = await lockCheckpoint(client, projection.name);
    if (!checkpoint) throw new Error(`the checkpoint of ${projection.name} vanished`);
    if (checkpoint.version !== projection.version) return checkpoint;
    const isNew = inserted.rowCount === 1;
    if (!isNew && (await missingTables(client, projection)).length === 0) return checkpoint;
    await lockInstall(client);
    await client.query(`create schema if not exists ${READ_SCHEMA}`);
    await dropViewsOver(client, await ownedTables(client, projection));
    await dropReadModel(client, projection);
    await createTables(client, READ_SCHEMA, projection);
    await createIndexes(client, READ_SCHEMA, projection);
    await addViews(client);
    const fresh = { projection: projection.name, version: projection.version, position: 0 };
    await resetCheckpoint(client, fresh);
    return { ...fresh, failure: null };
  });

/** Drops the projection's tables from schema `read`, also those that only an earlier version had. */
export const dropReadModel = async (db: Queryable, projection: Projection): Promise<void> => {
  const tables = await ownedTables(db, projection);
  for (const table of tables) await db.query(`drop table ${qualified(READ_SCHEMA, table)}`);
};
