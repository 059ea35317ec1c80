import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from './find-backup.ts';
import { BACKUP_NAME, backupName, WAL_FOLDER } from './manifest.ts';

const DAY_MS = 86_400_000;
const UNFINISHED = 'unfinished-';

/** The folder of a backup until it is whole. */
export const unfinishedName = (begun: Date): string => `${UNFINISHED}${backupName(begun)}`;

/** Deletes what backups left that were killed. One that began within a day may still run, also on another machine. */
export const forgetUnfinished = async (folder: string, now: Date): Promise<void> => {
  const last = unfinishedName(new Date(now.getTime() - DAY_MS));
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED) && BACKUP_NAME.test(name.slice(UNFINISHED.length)) && name < last) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
};

/**
 * Deletes all backups but the newest so many, and the archived files that none of these needs.
 * @returns how many of each
 */
export const forgetBackups = async (folder: string, keep: number): Promise<{ backups: number; files: number }> => {
  const found = await listBackups(folder);
  const old = found.slice(0, Math.max(0, found.length - keep));
  for (const backup of old) await rm(backup.folder, { recursive: true });
  const first = found.slice(-keep)[0]?.manifest.postgres.first_wal;
  if (first === undefined || first === null) return { backups: old.length, files: 0 };
  const wal = join(folder, WAL_FOLDER);
  // The first eight digits are the timeline, which a restore changes: the others go on.
  const unneeded = (await readdir(wal).catch(() => [])).filter(
    (name) => /^[0-9A-F]{24}\.zst$/.test(name) && name.slice(8, 24) < first.slice(8),
  );
  for (const name of unneeded) await rm(join(wal, name));
  return { backups: old.length, files: unneeded.length };
};
