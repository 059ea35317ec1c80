import pg from 'pg';
import { castOf, columnParameter, travelType } from './column-parameter.ts';
import type { Row, TableDefinition } from './projection.ts';
import { qualified } from './schema.ts';

/** A statement over many rows, and its parameters: an array for each column. */
export interface RowsStatement {
  /** A statement with a name is planned once for each connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly (string | Buffer)[];
}

/** A statement of one table, into which rows are filled. */
export type RowsSql = (rows: readonly Row[]) => RowsStatement;

/** The statements that change one table. */
export interface TableSql {
  /** Inserts whole rows, or replaces existing ones. */
  readonly put: RowsSql;
  readonly remove: RowsSql;
  /** Changes these columns of the rows with these keys. Missing rows are not created. */
  patch(columns: readonly string[]): RowsSql;
  /** Changes these columns of the rows that have the given values in the columns of `part`. */
  forget(part: readonly string[], columns: readonly string[]): RowsSql;
}

/** The statements that change the versions of a table that keeps them. */
export interface VersionSql {
  /** Ends the valid versions of these rows. */
  readonly end: RowsSql;
  /** Copies the valid versions of these rows, with these columns changed. */
  derive(columns: readonly string[]): RowsSql;
}

export const tableSql = (schema: string, table: TableDefinition): TableSql => {
  const name = qualified(schema, table.name);
  const all = Object.keys(table.columns);
  const rest = all.filter((column) => !table.key.includes(column));
  const same = (columns: readonly string[]): string =>
    columns.map((column) => `t.${quoted(column)} = n.${quoted(column)}`).join(' and ');
  const sameKey = same(table.key);
  const set = rest.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ');
  const given = (column: string): string => `n.${quoted(column)}${castOf(table.columns[column]!)}`;

  const filled = filler(table);
  const patch = (key: readonly string[], columns: readonly string[]): RowsSql =>
    filled([...key, ...columns], (rows) => {
      const changed = columns.map((column) => `${quoted(column)} = ${given(column)}`).join(', ');
      return `update ${name} t set ${changed} from ${rows} where ${same(key)}`;
    });

  const put = filled(
    all,
    (rows) =>
      `insert into ${name} (${all.map(quoted).join(', ')}) select ${all.map(given).join(', ')} from ${rows}
       on conflict (${table.key.map(quoted).join(', ')}) do ${set ? `update set ${set}` : 'nothing'}`,
  );
  return {
    // It scans no table, so that it has one plan, however many rows are there.
    put: (rows) => ({ name: `put ${schema}.${table.name}`, ...put(rows) }),
    remove: filled(table.key, (rows) => `delete from ${name} t using ${rows} where ${sameKey}`),
    patch: (columns) => patch(table.key, columns),
    forget: patch,
  };
};

/** In statements the stored rows are `t`, those that are filled in `n`. */
export const versionSql = (schema: string, table: TableDefinition): VersionSql => {
  const name = qualified(schema, table.name);
  const filled = filler(table);
  const key = table.versionsOf ?? [];
  const sameRow = key.map((column) => `t.${quoted(column)} = n.${quoted(column)}`).join(' and ');
  return {
    // A version that began later is one that the same batch made.
    end: filled(
      [...key, 'known_to'],
      (rows) =>
        `update ${name} t set known_to = n.known_to from ${rows}
         where ${sameRow} and t.known_to is null and t.known_from < n.known_to`,
    ),
    derive: (columns) =>
      filled([...key, ...columns], (rows) => {
        const all = Object.keys(table.columns);
        const given = all.map((column) =>
          columns.includes(column) ? `n.${quoted(column)}${castOf(table.columns[column]!)}` : `t.${quoted(column)}`,
        );
        return `insert into ${name} (${all.map(quoted).join(', ')}) select ${given.join(', ')}
          from ${rows} join ${name} t on ${sameRow} where t.known_to is null and t.known_from < n.known_from`;
      }),
  };
};

/** Returns a function that makes a statement of rows with these columns. */
const filler =
  (table: TableDefinition) =>
  (columns: readonly string[], compose: (rows: string) => string): RowsSql => {
    const types = columns.map((column) => table.columns[column]!);
    const parameters = types.map((type, index) => `$${index + 1}::${travelType(type)}[]`).join(', ');
    const text = compose(`unnest(${parameters}) as n (${columns.map(quoted).join(', ')})`);
    return (rows) => ({
      text,
      values: columns.map((column, index) =>
        columnParameter(
          rows.map((row) => row[column]),
          types[index]!,
        ),
      ),
    });
  };

const quoted = (column: string): string => pg.escapeIdentifier(column);
