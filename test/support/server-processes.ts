import { execFileSync } from 'node:child_process';
import pg from 'pg';

/** Every process of the server: one that is stopped takes connections, and answers nothing. */
export const processesOf = async (url: string): Promise<number[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`);
  await client.end();
  const postmaster = Number(rows[0]!.text.split('\n')[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', `${postmaster}`]).toString();
  return [postmaster, ...children.trim().split(/\s+/).map(Number)];
};

export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
};
