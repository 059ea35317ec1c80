import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerHelpers } from '../../../src/start/lower-helpers.ts';

test.runIf(process.platform === 'linux')('only the helper threads of Node get a lower priority', async () => {
  await lowerHelpers();
  const threads = await Promise.all(
    (await readdir('/proc/self/task')).map(async (id) => ({
      name: (await readFile(`/proc/self/task/${id}/comm`, 'utf8')).trim(),
      priority: getPriority(Number(id)),
    })),
  );
  const helpers = threads.filter(({ name }) => name === 'libuv-worker');
  expect(helpers.map(({ priority }) => priority)).toEqual([10, 10, 10, 10]);
  expect(threads.filter(({ name, priority }) => name !== 'libuv-worker' && priority >= 10)).toEqual([]);
});
