import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './thrown.ts';

/**
 * Makes a folder and the missing ones above it, as `mkdir` with `recursive` does. But that never ends, and takes a whole
 * processor, where the system makes no folders in a folder that is there, as in /proc. This one rejects.
 */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  if (existsSync(path)) return;
  const parent = dirname(path);
  await makeFolder(parent, mode);
  await mkdir(path, { mode }).catch((error: unknown) => {
    // Another process was quicker.
    if (codeOf(error) !== 'EEXIST' || !existsSync(path)) throw error;
  });
};
