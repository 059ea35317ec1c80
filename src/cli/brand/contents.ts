import { readFileSync } from 'node:fs';

/** Undefined: there is no such file, or it can not be read. */
export const contentsOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};
