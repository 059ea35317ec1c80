import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../database/thrown.ts';
import { BACKUP_NAME, MANIFEST, type Manifest, parseManifest, WAL_FOLDER } from './manifest.ts';

/** Where a restore ends: at a moment, at a position of the log, or at the end of all that is kept. */
export type Until =
  | { readonly kind: 'end' }
  | { readonly kind: 'instant'; readonly at: Date }
  | { readonly kind: 'position'; readonly position: number };

export interface FoundBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The archived write-ahead log beside it; undefined if there is none. */
  readonly wal: string | undefined;
}

/** @throws Error of one line for a person */
export const parseUntil = (text: string | undefined): Until => {
  if (text === undefined) return { kind: 'end' };
  if (/^\d{1,15}$/.test(text)) return { kind: 'position', position: Number(text) };
  const at = new Date(text);
  // With a zone: a moment of the server's own clock would be another one elsewhere.
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime())) {
    throw new Error('--until must be a moment as 2026-05-01T12:00:00Z, with Z or an offset, or a position of the log');
  }
  return { kind: 'instant', at };
};

/**
 * All backups of a folder, the oldest first; or the one that the folder is.
 * @throws Error of one line, if the folder is there and may not be read
 */
export const listBackups = async (from: string, read: Read = readdir): Promise<FoundBackup[]> => {
  const folder = resolve(from);
  const isOne = existsSync(join(folder, MANIFEST));
  const names = isOne ? ['.'] : (await namesIn(folder, read)).filter((name) => BACKUP_NAME.test(name)).sort();
  const wal = join(isOne ? dirname(folder) : folder, WAL_FOLDER);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name, MANIFEST);
      const manifest = parseManifest(await readFile(path, 'utf8'), path);
      return { folder: join(folder, name), manifest, wal: existsSync(wal) ? wal : undefined };
    }),
  );
};

type Read = (folder: string) => Promise<string[]>;

/** A folder that is closed to this user is not an empty one: who needs a backup must not read that there is none. */
const namesIn = (folder: string, read: Read): Promise<string[]> =>
  read(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw new Error(`${folder} can not be read (${codeOf(error)}): run this as the user who made the backups`);
  });

/**
 * The newest backup that ends before the moment or the position.
 * @throws Error of one line, if there is none
 */
export const chooseBackup = (found: readonly FoundBackup[], until: Until, from: string): FoundBackup => {
  if (found.length === 0) throw new Error(`there is no backup in ${from}`);
  const fitting = found.filter(({ manifest }) => {
    if (until.kind === 'instant') return new Date(manifest.ended_at) <= until.at;
    if (until.kind === 'end') return true;
    const { position, end_position } = manifest;
    // Events that were recorded while it ended may be in it, or not: so it fits only a position after them.
    return end_position < until.position || (position === end_position && position === until.position);
  });
  const chosen = fitting.at(-1);
  if (!chosen) {
    const { ended_at, position } = found[0]!.manifest;
    throw new Error(`--until is before the first backup in ${from}, which ends at ${ended_at}, position ${position}`);
  }
  return chosen;
};
