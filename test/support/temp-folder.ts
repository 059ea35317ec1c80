import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A temporary folder for data folders of embedded Postgres servers. Ctrl-C and kills end vitest with no chance to
 * clean up; then a process beside us stops those servers and deletes the folder.
 */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-test-'));
  const reaper = spawn(process.execPath, [fileURLToPath(new URL('./reaper.ts', import.meta.url)), folder], {
    detached: true, // Ctrl-C reaches us alone
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
  return folder;
}
