import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import type { Scope, Sql } from './facts-sql.ts';
import type { Plan } from './plan.ts';
import { PARTS, reportSql } from './report-sql.ts';

export type Db = Pick<pg.ClientBase, 'query'>;

/** Only builds SQL: the connection of the snapshot runs it. */
const builder = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export const statementOf = (statement: Sql): { readonly text: string; readonly values: unknown[] } => {
  const { sql: text, parameters } = statement.compile(builder);
  return { text, values: [...parameters] };
};

/** Values stay the texts that Postgres sent: a number of any size goes out as it came. */
const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value };

export type TextRow = readonly (string | null)[];

export const readTexts = async (db: Db, statement: Sql): Promise<TextRow[]> =>
  (await db.query<string[]>({ ...statementOf(statement), rowMode: 'array', types: asText })).rows;

/** A group of the answer: its columns in the order of the answer, without names that the program's texts have. */
export interface AnswerRow {
  readonly part: (typeof PARTS)[number];
  /** How many keys the group has: the first so many of the columns' groupings. */
  readonly length: number;
  readonly values: TextRow;
}

/** How many rows are in memory at once. */
const PIECE = 2_000;

/**
 * Reads the answer through a cursor, in the transaction of the snapshot, piece by piece: rows, at most `limit`; then
 * totals; then subtotals.
 */
export const readReport = async (
  db: Db,
  plan: Plan,
  scope: Scope,
  limit: number,
  take: (row: AnswerRow) => void,
): Promise<void> => {
  const { text, values } = statementOf(reportSql(plan, scope, limit));
  await db.query(`declare olap no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await db.query<string[]>({ text: `fetch ${PIECE} from olap`, rowMode: 'array', types: asText });
    for (const [part, length, ...columns] of rows)
      take({ part: PARTS[Number(part)]!, length: Number(length), values: columns });
    if (rows.length < PIECE) break;
  }
  await db.query('close olap');
};
