import { access, constants, readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeFolder } from '../../database/make-folder.ts';
import { syncFolder } from '../../database/sync-folder.ts';
import { codeOf } from '../../database/thrown.ts';

const NOTES = 'checkpoints-before-the-move.txt';

/**
 * Makes the folder if it is missing.
 * @throws Error of one line, if nothing can be written there
 */
export const assertKeepsNotes = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Error(
      `what was signed of the old log is to be kept in DATA_DIR, and ${folder} can not be written (${codeOf(error)})`,
    );
  }
};

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
  await writeFile(`${file}.new`, [...(kept === '' ? [] : [kept]), ...lacking].join('\n'), { flush: true });
  await rename(`${file}.new`, file);
  // Next the database forgets them.
  await syncFolder(folder);
  return file;
};
