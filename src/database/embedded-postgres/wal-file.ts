import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

// What Postgres runs for each file of its write-ahead log, and when it asks for one (archive_command, restore_command). It imports
// nothing of ours, because it has to start quickly, and ends with 0 only if the file is on disk.

/**
 * Keeps a file, compressed. A file of this name that is there already must be the same: a crash may have come between the
 * archiving and the note of it.
 */
const keep = (source: string, folder: string, name: string): void => {
  const content = readFileSync(source);
  const target = join(folder, `${name}.zst`);
  if (existsSync(target)) {
    if (zstdDecompressSync(readFileSync(target)).equals(content)) return;
    throw new Error(`${target} is there, with another content: another database archives into this folder`);
  }
  write(`${target}.${process.pid}.new`, zstdCompressSync(content));
  renameSync(`${target}.${process.pid}.new`, target);
  sync(folder);
};

/**
 * Brings a file back. Postgres asks for more than there are, and takes code 1 for the end. So whatever else goes wrong ends with a
 * code at which it gives up: an archive that cannot be read must not look like the end of it.
 */
const bring = (folder: string, name: string, target: string): void => {
  const kept = join(folder, `${name}.zst`);
  if (!readdirSync(folder).includes(`${name}.zst`)) process.exit(NOT_THERE);
  write(`${target}.new`, zstdDecompressSync(readFileSync(kept)));
  renameSync(`${target}.new`, target);
  sync(dirname(target));
};

const write = (path: string, content: Buffer): void => {
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < content.length; ) written += writeSync(file, content, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const sync = (folder: string): void => {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

const NOT_THERE = 1;
const GIVE_UP = 126;

const [action, ...given] = process.argv.slice(2) as [string, string, string, string];
try {
  if (action === 'keep') keep(...given);
  else bring(...given);
} catch (error) {
  console.error(`${action} of ${given.join(' ')}: ${error instanceof Error ? error.message : error}`);
  process.exit(action === 'keep' ? NOT_THERE : GIVE_UP);
}
