import type { TextRow } from '../stream-texts.ts';
import type { Plan } from './plan.ts';
import { type Db, readTexts } from './read-report.ts';
import { restatementSql, type TwoScopes } from './restatement-sql.ts';

/** A row that two reports do not have alike. */
export interface RestatedRow {
  /** The answer's keys and names, without those that the program's texts have. */
  readonly key: TextRow;
  /** The measures of the earlier report and of the later; null: it does not have the row. */
  readonly before: TextRow | null;
  readonly after: TextRow | null;
  /** How many events changed the row, and the log positions of the first of them. */
  readonly events: number;
  readonly positions: readonly number[];
}

/** The rows that differ between two moments, in the order of the later report. */
export const readRestatement = async (db: Db, plan: Plan, scopes: TwoScopes, limit: number): Promise<RestatedRow[]> => {
  const count = plan.question.measures.length;
  const rows = await readTexts(db, restatementSql(plan, scopes, limit));
  return rows.map(([, ...row]) => {
    const [hadBefore, hasAfter, ...values] = row.slice(row.length - 2 * count - 4);
    const [events, positions] = values.slice(2 * count);
    return {
      key: row.slice(0, row.length - 2 * count - 4),
      before: hadBefore === 'true' ? values.slice(0, count) : null,
      after: hasAfter === 'true' ? values.slice(count, 2 * count) : null,
      events: Number(events),
      positions: positions ? positions.split(',').map(Number) : [],
    };
  });
};
