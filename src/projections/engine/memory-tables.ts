import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { BatchWriter, Projection, Row } from './projection.ts';
import { createTableFold, type TableFold } from './table-fold.ts';

/** The tables of a read model, in memory. They have no versions. */
export interface MemoryTables {
  apply(events: readonly RecordedEvent[]): void;
  /** The rows of a table, in the order of their first writing. Columns that were left out are missing. */
  rows(table: string): readonly Row[];
}

/** Runs the handlers of a read model over events that are not all of the log: what it held at an earlier position. */
export const createMemoryTables = ({ tables, on }: Projection): MemoryTables => {
  const folds = new Map(tables.map((table) => [table.name, createTableFold(table)]));
  const foldOf = (table: string): TableFold => {
    const fold = folds.get(table);
    if (!fold) throw new Error(`table ${table} is not one of this projection's`);
    return fold;
  };
  const write: BatchWriter = {
    put: (table, row) => foldOf(table).put(row),
    insert: (table, row) => foldOf(table).insert(row),
    patch: (table, key, columns) => foldOf(table).patch(key, columns),
    remove: (table, key) => foldOf(table).remove(key),
    forget: (table, part, columns) => foldOf(table).forget(part, columns),
  };
  return {
    apply: (events) => {
      for (const event of events) on[event.type]?.(event, write);
    },
    rows: (table) => [...foldOf(table).changes()].flatMap((change) => (change.kind === 'put' ? [change.row] : [])),
  };
};
