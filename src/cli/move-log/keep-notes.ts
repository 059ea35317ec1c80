import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const NOTES = 'checkpoints-before-the-move.txt';

/**
 * Adds what was signed of the old log to a file in the folder, and says where it is. What is there already stays: a log may be moved
 * there and back, and of each log auditors may have proofs.
 */
export const keepNotesIn = async (folder: string, notes: readonly string[]): Promise<string> => {
  const file = resolve(folder, NOTES);
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lacking = notes.filter((note) => !kept.includes(note));
  await writeFile(`${file}.new`, [...(kept === '' ? [] : [kept]), ...lacking].join('\n'));
  await rename(`${file}.new`, file);
  return file;
};
