import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { LOCK_NOT_AVAILABLE, UNDEFINED_COLUMN, UNDEFINED_FUNCTION } from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { addViews } from '../analytics/install.ts';
import { rebindViews } from '../analytics/rebind.ts';
import { lockCheckpoint, resetCheckpoint } from '../engine/checkpoints.ts';
import { REBUILT_CHANNEL } from '../engine/ownership.ts';
import type { TableDefinition } from '../engine/projection.ts';
import { dropReadModel } from '../engine/read-model.ts';
import { missingTables, moveTable, ownedTables, qualified, READ_SCHEMA } from '../engine/schema.ts';
import { checksumOf, type TableChecksum } from './checksum.ts';
import { describeLive, goalOf } from './live.ts';
import type { Shadow } from './shadow.ts';

/** Old and new of one table, at the same position unless the report says otherwise. Old is null if there was none. */
export interface RebuiltTable {
  readonly table: string;
  readonly oldRows: number | null;
  readonly newRows: number;
  /** Null also if the old one had other columns. */
  readonly oldChecksum: string | null;
  readonly newChecksum: string;
  /** Null if the two cannot be compared. */
  readonly equal: boolean | null;
}

export interface Swapped {
  readonly position: number;
  /** Why old and new were not compared; null when they were. */
  readonly reason: string | null;
  readonly tables: readonly RebuiltTable[];
}

/**
 * Puts the shadow in the place of the live tables, in one transaction. The checkpoint is locked during all of it, so
 * nothing is applied to the live tables while the shadow comes to the same position and the checksums of both are
 * computed.
 */
export const swapIn = (pool: pg.Pool, store: EventStore, shadow: Shadow, signal?: AbortSignal): Promise<Swapped> =>
  inTransaction(pool, async (client) => {
    const { projection } = shadow;
    const { name, version } = projection;
    await keepMaintenanceOff(client, shadow);
    await rebindViews(client, projection.tables, shadow.schema, signal);
    const live = await describeLive(client, projection, await lockCheckpoint(client, name));
    await shadow.catchUp(store, await goalOf(live, store), signal);
    // A live one that stood still when the rebuild began may run again, somewhere behind it.
    const behind = live.position < shadow.position ? `live was at ${live.position}` : null;
    const reason = live.incomparable ?? behind;
    const tables = await compare(pool, client, shadow, reason === null);
    await lockOut(client, await ownedTables(client, projection));
    await dropReadModel(client, projection);
    for (const table of projection.tables) await moveTable(client, shadow.schema, table);
    await client.query(`drop schema ${pg.escapeIdentifier(shadow.schema)}`);
    await addViews(client);
    await resetCheckpoint(client, { projection: name, version, position: shadow.position });
    // The commit waits for the lock of notifications, which an append holds while a slow disk stores it.
    await client.query('set local lock_timeout to default');
    await client.query('select pg_notify($1, $2)', [REBUILT_CHANNEL, name]);
    return { position: shadow.position, reason, tables };
  });

/** A column that is missing, or whose type has no hash: as JSON. */
const OTHER_COLUMNS = new Set<string>([UNDEFINED_COLUMN, UNDEFINED_FUNCTION]);

const compare = async (
  pool: pg.Pool,
  client: pg.ClientBase,
  { projection, schema }: Shadow,
  comparable: boolean,
): Promise<RebuiltTable[]> => {
  const missing = await missingTables(client, projection);
  const tables: RebuiltTable[] = [];
  for (const table of projection.tables) {
    const reading = missing.includes(table.name) ? null : sumUpLive(client, table);
    const [before, after] = await Promise.all([reading, checksumOf(pool, schema, table)]);
    tables.push(describeTable(table.name, before, after, comparable));
  }
  return tables;
};

/** No checksum for a table that differs from its definition, e.g. an earlier version's without a column. */
type LiveSum = Pick<TableChecksum, 'rows'> & { readonly checksum: string | null };

const sumUpLive = async (client: pg.ClientBase, table: TableDefinition): Promise<LiveSum> => {
  await client.query('savepoint sum_up');
  try {
    return await checksumOf(client, READ_SCHEMA, table);
  } catch (error) {
    if (!OTHER_COLUMNS.has(String(codeOf(error)))) throw error;
    await client.query('rollback to savepoint sum_up');
    const text = `select count(*) as rows from ${qualified(READ_SCHEMA, table.name)}`;
    const { rows } = await client.query<{ rows: number }>(text);
    return { rows: rows[0]!.rows, checksum: null };
  }
};

const describeTable = (
  table: string,
  before: LiveSum | null,
  after: TableChecksum,
  comparable: boolean,
): RebuiltTable => ({
  table,
  oldRows: before?.rows ?? null,
  newRows: after.rows,
  oldChecksum: before?.checksum ?? null,
  newChecksum: after.checksum,
  equal: comparable ? before?.rows === after.rows && before?.checksum === after.checksum : null,
});

/**
 * Autovacuum comes after many writes, and gives its lock up only to a lock that has waited for a second: too long for
 * readers. So we wait for it beforehand, while readers continue; then it stays away.
 */
const keepMaintenanceOff = async (client: pg.ClientBase, { projection, schema }: Shadow): Promise<void> => {
  const live = (await ownedTables(client, projection)).map((table) => qualified(READ_SCHEMA, table));
  const built = projection.tables.map((table) => qualified(schema, table.name));
  await client.query(`lock table ${[...live, ...built].join(', ')} in share update exclusive mode`);
};

const LOCK_ATTEMPTS = 50;

/**
 * Locks the tables against readers too, in short attempts. While a lock waits, new readers queue up behind it. A reader
 * that holds one table and wants the next would then be a deadlock, and the reader might be the victim.
 */
const lockOut = async (client: pg.ClientBase, tables: readonly string[]): Promise<void> => {
  if (tables.length === 0) return;
  const names = tables.map((table) => qualified(READ_SCHEMA, table)).join(', ');
  await client.query(`set local lock_timeout to '200ms'`);
  for (let attempt = 1; ; attempt++) {
    await client.query('savepoint lock_out');
    try {
      await client.query(`lock table ${names} in access exclusive mode`);
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === LOCK_ATTEMPTS) throw new Error(`${names} are in use without a pause: nothing was changed`);
      await client.query('rollback to savepoint lock_out');
      await delay(50);
    }
  }
};
