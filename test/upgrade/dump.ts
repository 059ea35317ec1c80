import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KnownAnswer, KnownRepeat, Tokens } from './answers.ts';
import type { DatabaseDump } from './database.ts';
import type { KnownTables } from './read-models.ts';

const FOLDER = new URL('./dumps/', import.meta.url);

/** What one version stored, and what it made of that. */
export interface Dump {
  /** When its clock stood still. */
  readonly at: string;
  /** Of keys that are for this dump alone. */
  readonly tokens: Tokens;
  readonly database: DatabaseDump;
  readonly readModels: KnownTables;
  readonly answers: readonly KnownAnswer[];
  readonly repeats: readonly KnownRepeat[];
}

/** The versions that left a dump, the newest last. */
export const dumpedVersions = (): string[] =>
  readdirSync(FOLDER)
    .flatMap((name) => /^(.+)\.json\.gz$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export const readDump = async (version: string): Promise<Dump> =>
  JSON.parse(gunzipSync(await readFile(fileOf(version))).toString());

export const writeDump = async (version: string, dump: Dump): Promise<number> => {
  const bytes = gzipSync(JSON.stringify(dump), { level: 9 });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fileOf(version), bytes);
  return bytes.length;
};

const fileOf = (version: string): URL => new URL(`${version}.json.gz`, FOLDER);
