import pg from 'pg';
import { asText } from '../../database/as-text.ts';
import type { Snapshot } from './snapshot.ts';

export type TextRow = readonly (string | null)[];

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Hands over each row as it comes from the socket, and keeps none: 50 000 rows take no more memory than one. Not a cursor:
 * Postgres makes no parallel plan for one.
 */
export const streamTexts = (db: Snapshot['db'], statement: Statement, take: (row: TextRow) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const config: pg.QueryArrayConfig = { ...statement, rowMode: 'array', types: asText };
    const query = new pg.Query<string[]>(config, (error) => (error ? reject(error) : resolve()));
    query.on('row', (row, result) => {
      if (result) result.rows.length = 0;
      take(row);
    });
    db.query(query);
  });
