import pg from 'pg';
import type { Projection, TableDefinition } from '../../src/projections/engine/projection.ts';

/** A table of a read model, as one version filled it. */
export interface KnownTable {
  readonly columns: TableDefinition['columns'];
  readonly rows: number;
  /** Over all rows, of the whole row and of each column: the same for the same rows in any order. */
  readonly checksum: string;
  readonly each: Readonly<Record<string, string>>;
}

export type KnownTables = Readonly<Record<string, KnownTable>>;

export const sumUpReadModels = async (pool: pg.Pool, projections: readonly Projection[]): Promise<KnownTables> => {
  const tables = projections.flatMap((projection) => projection.tables);
  const known: Record<string, KnownTable> = {};
  for (const { name, columns } of tables) known[name] = { columns, ...(await sumUp(pool, name, columns)) };
  return known;
};

const sumUp = async (pool: pg.Pool, table: string, columns: TableDefinition['columns']) => {
  const names = Object.keys(columns);
  const values = names.map((name) => `${pg.escapeIdentifier(name)}${columns[name] === 'json' ? '::text' : ''}`);
  const sum = (list: string) => `coalesce(sum(hashint8extended(hash_record_extended(row(${list}), 0), 0)), 0)::text`;
  const { rows } = await pool.query<{ rows: number; checksum: string; each: string[] }>(
    `select count(*) as rows, ${sum(values.join())} as checksum, array[${values.map(sum).join()}] as each
     from read.${pg.escapeIdentifier(table)}`,
  );
  const { each, ...whole } = rows[0]!;
  return { ...whole, each: Object.fromEntries(names.map((name, index) => [name, each[index]!])) };
};

/**
 * What is not as it was, each named as `orders.total_amount`. Only the columns that the earlier version had are compared.
 */
export const compareReadModels = async (
  pool: pg.Pool,
  known: KnownTables,
  projections: readonly Projection[],
): Promise<string[]> => {
  const now = new Map(projections.flatMap(({ tables }) => tables.map((table) => [table.name, table.columns])));
  const differences: string[] = [];
  for (const [table, before] of Object.entries(known)) {
    const columns = now.get(table);
    if (!columns) {
      differences.push(`${table}: is gone`);
      continue;
    }
    const kept = Object.keys(before.columns).filter((name) => name in columns);
    for (const name of Object.keys(before.columns))
      if (!(name in columns)) differences.push(`${table}.${name}: is gone`);
    const after = await sumUp(pool, table, Object.fromEntries(kept.map((name) => [name, columns[name]!])));
    if (after.rows !== before.rows) differences.push(`${table}: has ${after.rows} rows, not ${before.rows}`);
    const changed = kept.filter((name) => after.each[name] !== before.each[name]);
    differences.push(...changed.map((name) => `${table}.${name}: has other values`));
    const isWhole = kept.length === Object.keys(before.columns).length;
    const isOnlyMixed = changed.length === 0 && after.rows === before.rows && isWhole;
    if (isOnlyMixed && after.checksum !== before.checksum) differences.push(`${table}: has its values in other rows`);
  }
  return differences;
};
