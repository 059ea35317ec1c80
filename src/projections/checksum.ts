import { type Queryable, qualified } from './schema.ts';

export interface TableChecksum {
  readonly rows: number;
  /** Sum of a hash of every row's text: the same for the same rows in any order. */
  readonly checksum: string;
}

export const checksumOf = async (db: Queryable, schema: string, table: string): Promise<TableChecksum> => {
  const text = `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum
    from ${qualified(schema, table)} t`;
  return (await db.query<TableChecksum>(text)).rows[0]!;
};
