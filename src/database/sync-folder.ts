import { open } from 'node:fs/promises';

/** A new name, and a rename, survive a power cut only after their folder is on disk. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
