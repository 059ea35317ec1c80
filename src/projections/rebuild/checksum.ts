import pg from 'pg';
import { type Queryable, qualified } from '../engine/schema.ts';

/** The columns with their Postgres types, in the order in which they are hashed. */
export interface SummedTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
}

export interface TableChecksum {
  readonly rows: number;
  /** Sum of a 64-bit hash of every row: the same for the same rows in any order. */
  readonly checksum: string;
}

/**
 * The checksum of a table, over its defined columns in order. Values are hashed as they are stored, which takes less
 * than half the time of rendering rows as text; JSON, which has no hash function, as text. Postgres only adds up the
 * hashes of a row's columns, so the row's hash is hashed again: rows that have swapped values must not give the same
 * sum.
 */
export const checksumOf = async (db: Queryable, schema: string, table: SummedTable): Promise<TableChecksum> => {
  const values = Object.entries(table.columns).map(([name, type]) => {
    return `${pg.escapeIdentifier(name)}${type === 'json' ? '::text' : ''}`;
  });
  const hash = `hashint8extended(hash_record_extended(row(${values.join(', ')}), 0), 0)`;
  const text = `select count(*) as rows, coalesce(sum(${hash}), 0)::text as checksum from ${qualified(schema, table.name)}`;
  return (await db.query<TableChecksum>(text)).rows[0]!;
};
