import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../thrown.ts';
import { runProgram } from './process.ts';

/** The content of postmaster.pid. The file stays behind when Postgres is killed, so it proves nothing alone. */
export async function readPostmasterPid(
  cluster: string,
): Promise<{ pid: number; port: number | undefined } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]) || undefined } : undefined;
}

/**
 * Whether the process is alive and really is Postgres on this cluster. After a reboot, and above all in a container,
 * another program soon has the same number. If we took that program for Postgres, we would wait for it forever.
 */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') {
    return (await runProgram('ps', ['-p', `${pid}`, '-o', 'comm='])).output.endsWith('postgres');
  }
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder !== undefined) return folder === cluster;
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
}
