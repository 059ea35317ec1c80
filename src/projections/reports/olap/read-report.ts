import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import { asText } from '../../../database/as-text.ts';
import { type Pause, streamTexts, type TextRow } from '../stream-texts.ts';
import type { Sql } from './facts-sql.ts';
import type { Scope } from './model.ts';
import type { Plan } from './plan.ts';
import { PARTS, type ReportLimits, reportSql } from './report-sql.ts';

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
  /** The keys that the group has, by their places among the groupings. */
  readonly keys: readonly number[];
  readonly values: TextRow;
}

export interface ReadingReport {
  readonly limits: ReportLimits;
  /** Is called before the first row. What it throws refuses the report. */
  begin?(counts: { readonly rows: number; readonly subtotals: number }): void;
  take(row: AnswerRow): void;
  readonly pause?: Pause;
}

/**
 * Reads the answer row by row: rows; then totals; then subtotals. What `begin` and `take` throw is thrown when the
 * statement has ended.
 */
export const readReport = async (
  db: Db,
  plan: Plan,
  scope: Scope,
  { limits, begin, take, pause }: ReadingReport,
): Promise<void> => {
  let failure: { readonly error: unknown } | undefined;
  let hasBegun = false;
  const places = plan.keys.map((_, place) => place);
  // The last key has the lowest bit; a bit says that the group does not have the key.
  const keysOf = (g: number): readonly number[] =>
    places.filter((place) => (g >> (places.length - 1 - place)) % 2 === 0);
  const each = ([part, g, rows, subtotals, ...values]: TextRow): void => {
    if (failure) return;
    try {
      if (!hasBegun) begin?.({ rows: Number(rows), subtotals: Number(subtotals) });
      hasBegun = true;
      take({ part: PARTS[Number(part)]!, keys: keysOf(Number(g)), values });
    } catch (error) {
      failure = { error };
    }
  };
  await streamTexts(db, statementOf(reportSql(plan, scope, limits)), each, pause);
  if (failure) throw failure.error;
};
