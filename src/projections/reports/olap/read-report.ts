import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import { asText } from '../../../database/as-text.ts';
import { streamTexts, type TextRow } from '../stream-texts.ts';
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

export const readTexts = async (db: Db, statement: Sql): Promise<TextRow[]> =>
  (await db.query<string[]>({ ...statementOf(statement), rowMode: 'array', types: asText })).rows;

/** A group of the answer: its columns in the order of the answer, without names that the program's texts have. */
export interface AnswerRow {
  readonly part: (typeof PARTS)[number];
  /** How many keys the group has: the first so many of the columns' groupings. */
  readonly length: number;
  readonly values: TextRow;
}

/**
 * Reads the answer row by row: rows, at most `limit`; then totals; then subtotals. What `take` throws is thrown when the
 * statement has ended.
 */
export const readReport = async (
  db: Db,
  plan: Plan,
  scope: Scope,
  limit: number,
  take: (row: AnswerRow) => void,
): Promise<void> => {
  let failure: { readonly error: unknown } | undefined;
  await streamTexts(db, statementOf(reportSql(plan, scope, limit)), ([part, length, ...values]) => {
    if (failure) return;
    try {
      take({ part: PARTS[Number(part)]!, length: Number(length), values });
    } catch (error) {
      failure = { error };
    }
  });
  if (failure) throw failure.error;
};
