import { existsSync, statSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/database/make-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a folder is made with those above it, once, however many ask', async () => {
  const path = join(await tempFolder(), 'a', 'b', 'c');
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  await makeFolder(path);
});

test('where no folder can be made it ends with an error: behind a file, at a link to nowhere, where the system makes none', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'link'));
  await expect(makeFolder(join(folder, 'file', 'a'))).rejects.toThrow('ENOTDIR');
  await expect(makeFolder(join(folder, 'link'))).rejects.toThrow('EEXIST');
  if (existsSync('/proc/self')) await expect(makeFolder('/proc/no/such')).rejects.toThrow('ENOENT');
});
