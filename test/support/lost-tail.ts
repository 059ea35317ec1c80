import type { TestDatabase } from './database.ts';

/** Takes a stream's events from this revision on out of the log: what a standby had not got when it took over. */
export const loseTail = async ({ pool }: TestDatabase, stream: string, fromRevision: number): Promise<void> => {
  await pool.query('alter table log.events disable trigger append_only');
  await pool.query('delete from log.events where stream = $1 and revision >= $2', [stream, fromRevision]);
  await pool.query('alter table log.events enable always trigger append_only');
};
