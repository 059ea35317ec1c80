import type { RecordedEvent } from '../../event-store/event-store.ts';

/** The Postgres types of a read model's columns. */
export type ColumnType =
  | 'bigint'
  | 'integer'
  | 'numeric'
  | 'double precision'
  | 'text'
  | 'uuid'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'json'
  | 'bigint[]'
  | 'uuid[]'
  | 'text[]';

/** A table of a read model. It is created in schema `read`, or in a shadow schema while it is rebuilt. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Further indexes, each a list of columns (or expressions), e.g. ['point_id', 'order_id desc']. */
  readonly indexes?: readonly (readonly string[])[];
  /** Indexes of the rows alone for which the condition is true. */
  readonly partialIndexes?: readonly PartialIndex[];
  /** Expressions that reports group by: Postgres learns how many values they have. Without it, it takes each row's for another. */
  readonly countedExpressions?: readonly string[];
  /** A table that keeps old versions (see `versioned`): the columns that all versions of a row have in common. */
  readonly versionsOf?: readonly string[];
}

export interface PartialIndex {
  readonly columns: readonly string[];
  /** SQL, e.g. `status = 'CLOSED'`. */
  readonly where: string;
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * Collects the changes of a batch of events to the tables. Later writes to a row win over earlier ones; the whole batch
 * goes to Postgres in a few multi-row statements. Column values are JSON values; a column that is left out of `put` is
 * null.
 */
export interface BatchWriter {
  /** Inserts the row, or replaces it whole. */
  put(table: string, row: Row): void;
  /** Inserts a row that is not there. A table that keeps versions is spared the search for the one to end. */
  insert(table: string, row: Row): void;
  /** Changes some columns of the row with this key; does nothing if there is none. */
  patch(table: string, key: Row, columns: Row): void;
  remove(table: string, key: Row): void;
  /**
   * Changes some columns of all rows that have these values, and of all their versions: what they were is forgotten. Rows
   * that the same batch writes later stay as they are written. No patch may change these columns, or the values.
   */
  forget(table: string, part: Row, columns: Row): void;
}

export type EventHandler = (event: RecordedEvent, write: BatchWriter) => void;

/**
 * A read model: a pure function from events to rows. It reads nothing back and uses no clock and no look-up, so a
 * rebuild from position 0 gives exactly the same rows.
 */
export interface Projection {
  readonly name: string;
  /** Raise it when tables or handlers change: the read model is then rebuilt. */
  readonly version: number;
  readonly tables: readonly TableDefinition[];
  readonly on: Readonly<Record<string, EventHandler>>;
}
