import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const TICK_MS = 10;

/**
 * Milliseconds of processor time that all processes of the Postgres at this address have taken so far, as Linux counts
 * them. NaN on another system.
 */
export const postgresTime = async (adminUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    const server = (await statOf(rows[0]!.pid))?.parent;
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const all = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
    // Of a process that has ended, the server itself keeps the time.
    const ticks = all.map(({ pid, stat }) =>
      pid === server ? stat!.ofEnded : stat?.parent === server ? stat!.own : 0,
    );
    return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Number.NaN;
    throw error;
  } finally {
    await client.end();
  }
};

/** Undefined for a process that has just ended. The name before the last bracket may hold spaces. */
const statOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofEnded: fields[13]! + fields[14]! };
};
