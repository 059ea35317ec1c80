import type { BatchWriter, Row, TableDefinition } from './projection.ts';
import type { Queryable } from './schema.ts';
import { createTableFold, type Forgetting, type RowChange, type RowWrites } from './table-fold.ts';
import { type RowsSql, type RowsStatement, type TableSql, tableSql, type VersionSql, versionSql } from './table-sql.ts';
import { createVersionFold, type VersionChange } from './version-fold.ts';

export interface FoldingWriter extends BatchWriter {
  /** What is written from here on comes of the event at this position of the log. */
  moveTo(position: number): void;
  /**
   * Everything that was written so far, as statements in which the order of rows and repeated rows do not matter. Pure;
   * throws on bad rows.
   */
  statements(): RowsStatement[];
}

/** The most rows in one statement. Larger parameters no longer fit the caches of both sides, and are slower. */
const MAX_ROWS = 1_000;

/** Prepares what is the same for every batch. Each call of the returned function starts a new batch. */
export const createBatchWriters = (schema: string, tables: readonly TableDefinition[]): (() => FoldingWriter) => {
  const folds = new Map(
    tables.map((table) => [table.name, table.versionsOf ? versionsIn(schema, table) : rowsIn(schema, table)]),
  );

  return () => {
    const used = new Map<string, Fold>();
    let position = 0;
    const foldOf = (name: string): Fold => {
      const known = used.get(name);
      if (known) return known;
      const fold = folds.get(name)?.();
      if (!fold) throw new Error(`table ${name} is not one of this projection's`);
      fold.moveTo(position);
      used.set(name, fold);
      return fold;
    };
    return {
      moveTo: (next) => {
        position = next;
        for (const fold of used.values()) fold.moveTo(next);
      },
      put: (table, row) => foldOf(table).put(row),
      insert: (table, row) => foldOf(table).insert(row),
      patch: (table, key, columns) => foldOf(table).patch(key, columns),
      remove: (table, key) => foldOf(table).remove(key),
      forget: (table, part, columns) => foldOf(table).forget(part, columns),
      statements: () => [...used.values()].flatMap((fold) => fold.statements()),
    };
  };
};

/** What a batch does to one table. */
interface Fold extends RowWrites {
  moveTo(position: number): void;
  statements(): RowsStatement[];
}

const rowsIn = (schema: string, table: TableDefinition): (() => Fold) => {
  const sql = tableSql(schema, table);
  return () => {
    const fold = createTableFold(table);
    return {
      ...fold,
      moveTo: () => {},
      statements: () => [...forgetting(sql, fold.forgettings()), ...render(sql, fold.changes())],
    };
  };
};

const versionsIn = (schema: string, table: TableDefinition): (() => Fold) => {
  const sql = { ...tableSql(schema, table), ...versionSql(schema, table) };
  return () => {
    const fold = createVersionFold(table);
    return {
      ...fold,
      statements: () => [...forgetting(sql, fold.forgettings()), ...renderVersions(sql, fold.versions())],
    };
  };
};

/**
 * Sends them in order, over a pipelined connection: when Postgres is done with one, the next one is there. Those that
 * look for rows have no name on purpose: a plan kept from when the table was empty would scan it when it is large.
 */
export const send = async (db: Queryable, statements: readonly RowsStatement[]): Promise<void> => {
  await Promise.all(statements.map(({ values, ...statement }) => db.query({ ...statement, values: [...values] })));
};

/** One statement for each: they are rare. */
const forgetting = (sql: TableSql, forgettings: readonly Forgetting[]): RowsStatement[] =>
  forgettings.map(({ part, columns }) =>
    sql.forget(Object.keys(part), Object.keys(columns))([{ ...part, ...columns }]),
  );

const render = (sql: TableSql, changes: Iterable<RowChange>): RowsStatement[] => {
  const rows = createRowLists();
  const patch = oncePerColumns(sql.patch);
  for (const change of changes) {
    if (change.kind === 'put') rows.add(sql.put, change.row);
    else if (change.kind === 'remove') rows.add(sql.remove, change.key);
    else if (Object.keys(change.columns).length > 0) {
      rows.add(patch(change.columns), { ...change.key, ...change.columns });
    }
  }
  return rows.statements();
};

const renderVersions = (sql: TableSql & VersionSql, changes: Iterable<VersionChange>): RowsStatement[] => {
  const rows = createRowLists();
  const derive = oncePerColumns(sql.derive);
  for (const change of changes) {
    if (change.kind === 'insert') rows.add(sql.put, change.row);
    else if (change.kind === 'end') rows.add(sql.end, { ...change.key, known_to: change.known_to });
    else rows.add(derive(change.columns), { ...change.key, ...change.columns });
  }
  return rows.statements();
};

/** Collects the rows of each statement. The statements come in the order of their first rows. */
const createRowLists = () => {
  const lists = new Map<RowsSql, Row[]>();
  return {
    add: (statement: RowsSql, row: Row): void => {
      const list = lists.get(statement);
      if (list) list.push(row);
      else lists.set(statement, [row]);
    },
    statements: () => [...lists].flatMap(([statement, list]) => inChunks(list).map(statement)),
  };
};

/** The statement for rows that have the same columns is composed once. */
const oncePerColumns = (compose: (columns: readonly string[]) => RowsSql): ((columns: Row) => RowsSql) => {
  const composed = new Map<string, RowsSql>();
  return (columns) => {
    const names = Object.keys(columns).sort();
    const id = names.join();
    const statement = composed.get(id) ?? compose(names);
    composed.set(id, statement);
    return statement;
  };
};

const inChunks = (rows: readonly Row[]): Row[][] => {
  const chunks: Row[][] = [];
  for (let start = 0; start < rows.length; start += MAX_ROWS) chunks.push(rows.slice(start, start + MAX_ROWS));
  return chunks;
};
