import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './error.ts';

const SQLITE_BUSY = 5;

/**
 * Makes this process the only owner of a data folder until `release()`. SQLite is used only for its file lock. It is
 * the one lock in Node that the kernel drops the moment a process dies: after a SIGKILL the next start neither waits
 * nor asks for a stale file to be deleted.
 * @throws EmbeddedPostgresError when another process owns it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const path = join(dataDir, 'lock');
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    // The journal stays in memory: otherwise a kill leaves a second file behind.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    file?.close();
    const busy = cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY;
    throw new EmbeddedPostgresError(
      busy
        ? `another Tillstream is running on ${dataDir}: stop it first, or set DATA_DIR to another folder`
        : `${path} cannot be written: give this user the folder, or set DATA_DIR to another one`,
      { cause },
    );
  }
  const owned = file;
  return { release: () => owned.isOpen && owned.close() };
}
