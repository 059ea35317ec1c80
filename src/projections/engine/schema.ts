import { createHash } from 'node:crypto';
import pg from 'pg';
import type { ColumnType, Projection, TableDefinition } from './projection.ts';

/** A pool, or a connection with an open transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** The schema that serves. Shadow tables of a rebuild are in a separate schema until they move here. */
export const READ_SCHEMA = 'read';

/** An identifier of a table in a schema, quoted. */
export const qualified = (schema: string, table: string): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;

/**
 * Creates the projection's tables, empty, with their primary keys. The table's comment names the projection. Rows up to
 * 8 kB are not compressed: above 2 kB Postgres would compress them, which takes longer than everything else about a
 * row.
 */
export const createTables = async (db: Queryable, schema: string, projection: Projection): Promise<void> => {
  for (const table of projection.tables) {
    const columns = narrowest(table).map(([name, type]) => `${pg.escapeIdentifier(name)} ${type}`);
    const key = table.key.map((column) => pg.escapeIdentifier(column)).join(', ');
    const name = qualified(schema, table.name);
    await db.query(
      `create table ${name} (${columns.join(', ')}, primary key (${key})) with (toast_tuple_target = 8160)`,
    );
    await db.query(`comment on table ${name} is ${pg.escapeLiteral(ownerComment(projection.name))}`);
  }
};

/**
 * The columns in the order in which a row has the fewest bytes between them: Postgres begins a value of eight bytes at a
 * multiple of eight, and one of four at a multiple of four.
 */
const narrowest = ({ columns }: TableDefinition): [string, ColumnType][] =>
  Object.entries(columns).sort(([, one], [, other]) => gapBefore(other) - gapBefore(one));

/** Values of a varying length come last, whatever their alignment: the column after one may begin anywhere. */
const gapBefore = (type: ColumnType): number => {
  if (type === 'bigint' || type === 'timestamptz' || type === 'double precision') return 8;
  if (type === 'integer' || type === 'date') return 4;
  return type === 'uuid' || type === 'boolean' ? 1 : 0;
};

/**
 * Creates the secondary indexes, and names what ANALYZE counts besides columns. A separate step, because filling a table first
 * and indexing it then is much faster.
 */
export const createIndexes = async (db: Queryable, schema: string, projection: Projection): Promise<void> => {
  for (const table of projection.tables) {
    const on = qualified(schema, table.name);
    for (const columns of table.indexes ?? []) {
      const name = pg.escapeIdentifier(indexName(table.name, columns));
      await db.query(`create index ${name} on ${on} (${columns.join(', ')})`);
    }
    for (const { columns, where } of table.partialIndexes ?? []) {
      const name = pg.escapeIdentifier(indexName(table.name, [...columns, where]));
      await db.query(`create index ${name} on ${on} (${columns.join(', ')}) where ${where}`);
    }
    for (const expression of table.countedExpressions ?? []) {
      await db.query(`create statistics ${statisticsName(schema, table, expression)} on (${expression}) from ${on}`);
    }
  }
};

const statisticsName = (schema: string, { name }: TableDefinition, expression: string): string =>
  qualified(schema, indexName(name, [expression]));

/** Moves a table to the schema that serves. Postgres moves its indexes along, but not what it has counted. */
export const moveTable = async (db: Queryable, from: string, table: TableDefinition): Promise<void> => {
  await db.query(`alter table ${qualified(from, table.name)} set schema ${READ_SCHEMA}`);
  for (const expression of table.countedExpressions ?? []) {
    await db.query(`alter statistics ${statisticsName(from, table, expression)} set schema ${READ_SCHEMA}`);
  }
};

/** The same definition always gets the same name, within the 63 bytes that Postgres allows. */
export const indexName = (table: string, columns: readonly string[]): string => {
  const plain = `${table}_${columns.join('_')}`.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  if (plain.length <= 59) return `${plain}_idx`;
  return `${plain.slice(0, 50)}_${createHash('sha256').update(plain).digest('hex').slice(0, 8)}_idx`;
};

/** The tables of the projection that schema `read` does not have. */
export const missingTables = async (db: Queryable, { tables }: Pick<Projection, 'tables'>): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where to_regclass(format('%I.%I', $2::text, name)) is null`,
    [tables.map((table) => table.name), READ_SCHEMA],
  );
  return rows.map((row) => row.name);
};

/** The tables of the projection in schema `read`: those that it defines, and those that an earlier version made. */
export const ownedTables = async (db: Queryable, projection: Projection): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = $1::regnamespace and relkind = 'r'
       and (relname = any($2) or obj_description(oid, 'pg_class') = $3)
     order by relname`,
    [READ_SCHEMA, projection.tables.map((table) => table.name), ownerComment(projection.name)],
  );
  return rows.map((row) => row.name);
};

const ownerComment = (projection: string): string => `read model ${projection}`;

/** Refuses definitions that would overwrite each other or could never be stored. A programming error. */
export const checkProjections = (projections: readonly Projection[]): void => {
  const projectionNames = new Set<string>();
  const tableNames = new Set<string>();
  for (const { name, tables } of projections) {
    if (!/^[a-z][a-z_]{0,29}$/.test(name)) throw new Error(`projection ${name}: not a name like till_shifts`);
    if (projectionNames.has(name)) throw new Error(`two projections are called ${name}`);
    projectionNames.add(name);
    for (const table of tables) {
      if (tableNames.has(table.name)) throw new Error(`two projections write table ${table.name}`);
      tableNames.add(table.name);
      checkKey(table);
    }
  }
};

const checkKey = ({ name, key, columns }: TableDefinition): void => {
  const unknown = key.find((column) => columns[column] === undefined);
  if (unknown !== undefined) throw new Error(`table ${name}: key column ${unknown} is not one of its columns`);
  if (key.length === 0) throw new Error(`table ${name} has no key`);
};
