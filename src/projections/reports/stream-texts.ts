import type { Socket } from 'node:net';
import pg from 'pg';
import { asText } from '../../database/as-text.ts';
import type { Snapshot } from './snapshot.ts';

export type TextRow = readonly (string | null)[];

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Asked after each row. Until what it returns has resolved, Postgres sends no more. Undefined: go on. */
export type Pause = () => Promise<void> | undefined;

/**
 * Hands over each row as it comes from the socket, and keeps none: 50 000 rows take no more memory than one. Not a cursor:
 * Postgres makes no parallel plan for one. `pause` stops the socket instead.
 */
export const streamTexts = (
  db: Snapshot['db'],
  statement: Statement,
  take: (row: TextRow) => void,
  pause: Pause = () => undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const config: pg.QueryArrayConfig = { ...statement, rowMode: 'array', types: asText };
    const query = new pg.Query<string[]>(config, (error) => (error ? reject(error) : resolve()));
    let socket: Socket | undefined;
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      socket = connection.stream as Socket;
      submit(connection);
    };
    let isPaused = false;
    query.on('row', (row, result) => {
      if (result) result.rows.length = 0;
      take(row);
      // Rows that have come already are still handed over.
      const pausing = isPaused ? undefined : pause();
      if (!pausing) return;
      isPaused = true;
      socket?.pause();
      const goOn = (): void => {
        isPaused = false;
        socket?.resume();
      };
      pausing.then(goOn, goOn);
    });
    db.query(query);
  });
