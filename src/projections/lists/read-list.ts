import type pg from 'pg';

/** Where the entries of a list stand. */
export interface ListSource {
  /** The table below schema `read`. */
  readonly table: string;
  /** The column of their ids. */
  readonly id: string;
  /** What is read of an entry besides its id: columns, or SQL of one table with a name. */
  readonly columns: readonly string[];
  /** What holds for all entries; SQL. */
  readonly only?: string;
  /** The column that is true for entries that are retired. Left out: none can be. */
  readonly retired?: string;
}

/** A condition of a filter; `?` stands for its value. */
export interface Condition {
  readonly sql: string;
  readonly value: unknown;
}

export interface PageQuestion {
  readonly brandId: string;
  readonly conditions: readonly Condition[];
  /** Those with a greater id. Null: from the first on. */
  readonly after: string | number | null;
  readonly limit: number;
}

/**
 * Entries of a list by ascending id. The table has an index on the brand and the id, so each page costs the same, however
 * long the list is.
 */
export const readPage = async <Row extends object>(
  pool: pg.Pool,
  source: ListSource,
  { brandId, conditions, after, limit }: PageQuestion,
): Promise<Row[]> => {
  const from: Condition[] = after === null ? [] : [{ sql: `${source.id} > ?`, value: after }];
  const { text, values } = selectOf(source, [{ sql: 'brand_id = ?', value: brandId }, ...conditions, ...from]);
  const { rows } = await pool.query<Row>(`${text} order by ${source.id} limit ${limit}`, values);
  return rows;
};

/** The entry with this id, retired or not, unless a condition keeps it from the caller. */
export const readEntry = async <Row extends object>(
  pool: pg.Pool,
  source: ListSource,
  { brandId, conditions }: Pick<PageQuestion, 'brandId' | 'conditions'>,
  id: string | number,
): Promise<Row | undefined> => {
  const own = { sql: 'brand_id = ?', value: brandId };
  const { text, values } = selectOf(source, [{ sql: `${source.id} = ?`, value: id }, own, ...conditions]);
  return (await pool.query<Row>(text, values)).rows[0];
};

const selectOf = ({ table, id, columns, only, retired }: ListSource, conditions: readonly Condition[]) => {
  const where = conditions.map(({ sql }, index) => sql.replaceAll('?', `$${index + 1}`));
  return {
    text: `select ${[id, ...columns, ...(retired ? [`(${retired} is true) as is_retired`] : [])].join(', ')} from read.${table}
      where ${[...where, ...(only ? [only] : [])].join(' and ')}`,
    values: conditions.map(({ value }) => value),
  };
};
