import type { Row, TableDefinition } from './projection.ts';

/** The change that a batch makes to one row. */
export type RowChange =
  | { readonly kind: 'put'; readonly row: Row }
  | { readonly kind: 'patch'; readonly key: Row; readonly columns: Row }
  | { readonly kind: 'remove'; readonly key: Row };

/** The same change to all rows that have these values. */
export interface Forgetting {
  readonly part: Row;
  readonly columns: Row;
}

/** Writes to one table. */
export interface RowWrites {
  put(row: Row): void;
  insert(row: Row): void;
  patch(key: Row, columns: Row): void;
  remove(key: Row): void;
  forget(part: Row, columns: Row): void;
}

/** Folds all changes of a batch to each row of one table into one, so that no statement meets the same row twice. */
export interface TableFold extends RowWrites {
  /** What is done to stored rows before the changes: no change needs it any more. */
  forgettings(): readonly Forgetting[];
  /** At most one change for each row. */
  changes(): Iterable<RowChange>;
}

export const createTableFold = (table: TableDefinition): TableFold => {
  const changes = new Map<string, RowChange>();
  const forgotten: Forgetting[] = [];
  const keyOf = keyReader(table);
  const put = (row: Row): void => {
    checkColumns(table, row);
    changes.set(keyOf(row), { kind: 'put', row });
  };

  return {
    put,
    insert: put,
    patch: (key, columns) => {
      checkPatch(table, columns);
      const id = keyOf(key);
      const earlier = changes.get(id);
      if (earlier === undefined) changes.set(id, { kind: 'patch', key, columns });
      else if (earlier.kind === 'put') changes.set(id, { kind: 'put', row: { ...earlier.row, ...columns } });
      else if (earlier.kind === 'patch') changes.set(id, { ...earlier, columns: { ...earlier.columns, ...columns } });
      // Removed: there is nothing to change.
    },
    remove: (key) => {
      changes.set(keyOf(key), { kind: 'remove', key });
    },
    forget: (part, columns) => {
      checkForgetting(table, part, columns);
      for (const [id, change] of changes) {
        if (change.kind === 'put' && isPartOf(part, change.row)) {
          changes.set(id, { kind: 'put', row: { ...change.row, ...columns } });
        } else if (change.kind === 'patch' && isPartOf(part, change.key)) {
          changes.set(id, { ...change, columns: { ...change.columns, ...columns } });
        }
      }
      forgotten.push({ part, columns });
    },
    forgettings: () => forgotten,
    changes: () => changes.values(),
  };
};

/** Throws for a column that the table does not have. */
export const checkColumns = ({ name, columns }: TableDefinition, row: Row): void => {
  for (const column in row) {
    if (!Object.hasOwn(columns, column)) throw new Error(`table ${name} has no column ${column}`);
  }
};

/** Throws as checkColumns does, and for a column of the key. */
export const checkPatch = (table: TableDefinition, columns: Row): void => {
  checkColumns(table, columns);
  const moved = table.key.find((column) => Object.hasOwn(columns, column));
  if (moved !== undefined) {
    throw new Error(`table ${table.name}: ${moved} is part of the key and can't be changed`);
  }
};

/** Throws as checkPatch does, and for rows that nothing tells from others. */
export const checkForgetting = (table: TableDefinition, part: Row, columns: Row): void => {
  checkPatch(table, columns);
  checkColumns(table, part);
  if (Object.keys(part).length === 0) throw new Error(`table ${table.name}: all rows would be forgotten`);
};

/** Whether the row has these values. They are ids, so equal values are spelled equally. */
export const isPartOf = (part: Row, row: Row): boolean =>
  Object.entries(part).every(([column, value]) => String(row[column]) === String(value));

/**
 * The key as text. Keys that are equal for Postgres must be spelled equally (a uuid always in lower case): spelled in
 * two ways in a batch, they would be two changes to one row, which Postgres refuses.
 */
export const keyReader = ({ name, key }: Pick<TableDefinition, 'name' | 'key'>): ((row: Row) => string) => {
  const read = (row: Row, column: string): string => {
    const value = row[column];
    if (value === null || value === undefined) throw new Error(`table ${name}: key column ${column} is missing`);
    return String(value);
  };
  const [only] = key;
  if (key.length === 1 && only !== undefined) return (row) => read(row, only);
  return (row) => JSON.stringify(key.map((column) => read(row, column)));
};
