import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Where Linux shows the threads of this process, each by its id. */
const THREADS = '/proc/self/task';
/** Under load they get a tenth of what the thread of the orders gets. */
const LOWER = 10;

/**
 * Gives Node's helper threads a lower priority. They look at passwords, compress pages and read files: work that no order waits for,
 * and a password takes a processor for a tenth of a second. Only Linux knows priorities of threads; elsewhere all stays as it is.
 */
export const lowerHelpers = async (): Promise<void> => {
  for (const id of await readdir(THREADS).catch(() => [])) {
    const name = await readFile(`${THREADS}/${id}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'libuv-worker') lower(Number(id));
  }
};

const lower = (id: number): void => {
  try {
    setPriority(id, LOWER);
  } catch {
    // Not allowed here: orders then share the processors with passwords.
  }
};
