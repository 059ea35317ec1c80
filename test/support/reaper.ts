/**
 * Runs beside a test run and waits for it to die: its standard input ends the moment that happens, however it happens.
 * Then it stops the Postgres servers in the folder it was given and deletes the folder. A run that cleaned up leaves
 * it nothing to do.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = process.argv[2]!;
process.stdin.resume();
await once(process.stdin, 'end');

const inside = existsSync(folder) ? (await readdir(folder)).map((name) => join(folder, name)) : [];
for (const dataDir of inside.filter((path) => existsSync(join(path, 'lock')))) await erase(dataDir);
await rm(folder, { recursive: true, force: true });

/** Patient: a process of the run may own the folder a moment longer than the run lived. */
async function erase(dataDir: string): Promise<void> {
  // Not before it is needed: most runs clean up, and each temporary folder has a process like this one.
  const { eraseEmbeddedPostgres } = await import('../../src/database/embedded-postgres/embedded-postgres.ts');
  for (let attempt = 1; ; attempt++) {
    try {
      return await eraseEmbeddedPostgres(dataDir);
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}
