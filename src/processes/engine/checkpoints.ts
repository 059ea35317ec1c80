import type pg from 'pg';

export interface ProcessCheckpoint {
  readonly process: string;
  /** Everything up to here is done. */
  readonly position: number;
  /** Why the follower is being tried again; null while it works. */
  readonly failure: string | null;
}

/** The checkpoint is not where this process left it: another process runs the processes now. */
export class OvertakenByAnother extends Error {
  constructor(process: string) {
    super(`the checkpoint of ${process} was moved by another process`);
    this.name = 'OvertakenByAnother';
  }
}

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Gives new followers their checkpoints. Existing ones stay where they are. */
export const registerCheckpoints = async (
  db: Queryable,
  processes: readonly string[],
  position: number,
): Promise<void> => {
  await db.query(
    `insert into app.process_checkpoints (process, position) select process, $2::bigint from unnest($1::text[]) as process
     order by process on conflict do nothing`,
    [processes, position],
  );
};

export const readProcessCheckpoints = async (db: Queryable): Promise<ProcessCheckpoint[]> =>
  (await db.query<ProcessCheckpoint>('select process, position, failure from app.process_checkpoints')).rows;

/** A compare-and-set: a process that has lost its ownership without noticing throws OvertakenByAnother. */
export const moveCheckpoint = async (db: Queryable, process: string, from: number, to: number): Promise<void> => {
  const { rowCount } = await db.query(
    'update app.process_checkpoints set position = $3, failure = null where process = $1 and position = $2',
    [process, from, to],
  );
  if (rowCount !== 1) throw new OvertakenByAnother(process);
};

/** Stores why the follower is being tried again, so that every app process can show it. */
export const noteFailure = async (db: Queryable, process: string, failure: string): Promise<void> => {
  await db.query('update app.process_checkpoints set failure = $2 where process = $1', [process, failure]);
};
