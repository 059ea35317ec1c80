import type { BatchWriter, Row, TableDefinition } from './projection.ts';
import type { Queryable } from './schema.ts';
import { createTableFold, type RowChange, type TableFold } from './table-fold.ts';
import { type RowsSql, type RowsStatement, type TableSql, tableSql } from './table-sql.ts';

export interface FoldingWriter extends BatchWriter {
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
  const sql = new Map(tables.map((table) => [table.name, tableSql(schema, table)]));

  return () => {
    const folds = new Map<string, TableFold>();
    const foldOf = (name: string): TableFold => {
      const known = folds.get(name);
      if (known) return known;
      const table = tables.find((candidate) => candidate.name === name);
      if (!table) throw new Error(`table ${name} is not one of this projection's`);
      const fold = createTableFold(table);
      folds.set(name, fold);
      return fold;
    };
    return {
      put: (table, row) => foldOf(table).put(row),
      patch: (table, key, columns) => foldOf(table).patch(key, columns),
      remove: (table, key) => foldOf(table).remove(key),
      statements: () => [...folds].flatMap(([name, fold]) => render(sql.get(name)!, fold.changes())),
    };
  };
};

/**
 * Sends them in order, over a pipelined connection: when Postgres is done with one, the next one is there. Not named on
 * purpose: a plan kept from when the table was empty would scan it when it is large.
 */
export const send = async (db: Queryable, statements: readonly RowsStatement[]): Promise<void> => {
  await Promise.all(statements.map(({ text, values }) => db.query(text, [...values])));
};

const render = (sql: TableSql, changes: Iterable<RowChange>): RowsStatement[] => {
  const rows = new Map<RowsSql, Row[]>();
  const add = (statement: RowsSql, row: Row): void => {
    const list = rows.get(statement);
    if (list) list.push(row);
    else rows.set(statement, [row]);
  };
  const patches = new Map<string, RowsSql>();
  const patch = (columns: Row): RowsSql => {
    const names = Object.keys(columns).sort();
    const id = names.join();
    const statement = patches.get(id) ?? sql.patch(names);
    patches.set(id, statement);
    return statement;
  };
  for (const change of changes) {
    if (change.kind === 'put') add(sql.put, change.row);
    else if (change.kind === 'remove') add(sql.remove, change.key);
    else if (Object.keys(change.columns).length > 0) add(patch(change.columns), { ...change.key, ...change.columns });
  }
  return [...rows].flatMap(([statement, list]) => inChunks(list).map(statement));
};

const inChunks = (rows: readonly Row[]): Row[][] => {
  const chunks: Row[][] = [];
  for (let start = 0; start < rows.length; start += MAX_ROWS) chunks.push(rows.slice(start, start + MAX_ROWS));
  return chunks;
};
