import pg from 'pg';
import type { TableDefinition } from './projection.ts';
import { qualified } from './schema.ts';

/**
 * The statements that change one table. Each takes its rows as ONE parameter, a JSON array of objects: Postgres turns
 * it into typed rows itself, at a third of what separate values would cost us here, where the work queues up.
 */
export interface TableSql {
  /** Inserts whole rows, or replaces those there are. */
  readonly put: string;
  readonly remove: string;
  /** Changes these columns of the rows with these keys; rows that are not there stay away. */
  patch(columns: readonly string[]): string;
}

export const tableSql = (schema: string, table: TableDefinition): TableSql => {
  const name = qualified(schema, table.name);
  const quoted = (columns: readonly string[]) => columns.map((column) => pg.escapeIdentifier(column));
  const key = quoted(table.key);
  const rest = quoted(Object.keys(table.columns).filter((column) => !table.key.includes(column)));
  const rows = `json_populate_recordset(null::${name}, $1)`;
  const sameKey = key.map((column) => `t.${column} = n.${column}`).join(' and ');
  const set = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  return {
    put: `insert into ${name} select * from ${rows}
          on conflict (${key.join(', ')}) do ${set ? `update set ${set}` : 'nothing'}`,
    remove: `delete from ${name} t using ${rows} n where ${sameKey}`,
    patch: (columns) =>
      `update ${name} t set ${quoted(columns)
        .map((column) => `${column} = n.${column}`)
        .join(', ')} from ${rows} n where ${sameKey}`,
  };
};
