import { spawn } from 'node:child_process';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REAPER = fileURLToPath(new URL('./reaper.ts', import.meta.url));
/** A shell waits: it costs less than a Node, which only a data folder needs that is left. */
const REAP = 'cat > /dev/null; for lock in "$2"/*/lock; do [ -e "$lock" ] && exec "$0" "$1" "$2"; done; rm -rf "$2"';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** A whole test run takes less than half of it. */
const ROOM = 6 * 1024 ** 3;

/**
 * A temporary folder for data folders of embedded Postgres servers. Ctrl-C and kills end vitest with no chance to
 * clean up; then a process beside us stops those servers and deletes the folder.
 *
 * It is in memory, where there is room: on a disk each commit and each new database costs more than all the rest of a
 * test. What a server wrote is there after a SIGKILL, in memory as on a disk. TMPDIR goes before. Measurements are
 * about disks too, so they say `onDisk`.
 */
export async function tempFolder({ onDisk = false } = {}): Promise<string> {
  const inMemory = !onDisk && !process.env.TMPDIR && (await hasRoom(MEMORY));
  const folder = await mkdtemp(join(inMemory ? MEMORY : tmpdir(), 'tillstream-test-'));
  const reaper = spawn('sh', ['-c', REAP, process.execPath, REAPER, folder], {
    detached: true, // Ctrl-C reaches us alone
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
  return folder;
}

export const isInMemory = (folder: string): boolean => folder.startsWith(MEMORY);

async function hasRoom(path: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(path);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
  } catch {
    return false;
  }
}
