import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../src/database/', import.meta.url);

/**
 * SHA-256, its beginning, of the tables and migrations that were released: a database that has run a file never runs it again.
 * Functions are not here, because they are written anew when they change. At a release, name each new file.
 */
const FROZEN: Readonly<Record<string, string>> = {};

test('no table and no migration is changed after its release', async () => {
  const names = [];
  for (const part of ['schema', 'migrations']) {
    for (const name of await readdir(new URL(part, FOLDER))) if (name.endsWith('.sql')) names.push(`${part}/${name}`);
  }
  expect(names).toEqual(expect.arrayContaining(Object.keys(FROZEN)));
  for (const [name, frozen] of Object.entries(FROZEN)) {
    const sum = createHash('sha256')
      .update(await readFile(new URL(name, FOLDER)))
      .digest('hex');
    expect([name, sum.slice(0, 16)]).toEqual([name, frozen]);
  }
});
