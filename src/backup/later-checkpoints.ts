import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseNote } from '../transparency/note.ts';
import { keptNotesIn, notesIn } from '../transparency/note-files.ts';
import type { FoundBackup } from './find-backup.ts';
import { CHECKPOINTS_FILE } from './manifest.ts';
import type { Restored } from './recover.ts';

/** A checkpoint that was signed of more events than were restored. */
export interface LaterCheckpoint {
  readonly size: number;
  readonly where: string;
}

/**
 * The checkpoints of this log that say more than was restored: those that the app kept beside the backups, those of newer
 * backups, and those of the given files. What an auditor has of them can't be kept any more.
 */
export const laterCheckpoints = async (
  restored: Pick<Restored, 'events' | 'tree' | 'origin'>,
  backups: readonly FoundBackup[],
  against: readonly string[],
): Promise<LaterCheckpoint[]> => {
  const folder = backups[0] && dirname(backups[0].folder);
  const kept = folder === undefined ? [] : [join(folder, CHECKPOINTS_FILE)].filter((file) => existsSync(file));
  const notesOf = async (where: string, read: typeof notesIn) =>
    read(await readFile(where, 'utf8')).notes.map((note) => ({ note, where }));
  const ofFiles = await Promise.all([
    // The app may have died while it wrote the first one there.
    ...kept.map((where) => notesOf(where, keptNotesIn)),
    ...against.map((where) => notesOf(where, notesIn)),
  ]);
  const ofBackups = backups.flatMap(({ manifest, folder: where }) =>
    manifest.checkpoint ? [{ note: manifest.checkpoint.note, where }] : [],
  );
  const held = Math.max(restored.events, restored.tree);
  const later = new Map<number, LaterCheckpoint>();
  for (const { note, where } of [...ofFiles.flat(), ...ofBackups]) {
    const [origin, of] = parseNote(note).text.split('\n');
    const size = Number(of);
    if (origin === restored.origin && size > held && !later.has(size)) later.set(size, { size, where });
  }
  return [...later.values()].sort((a, b) => a.size - b.size);
};
