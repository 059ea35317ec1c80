import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from './find-backup.ts';
import { WAL_FOLDER } from './manifest.ts';

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
