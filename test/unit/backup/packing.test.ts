import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackedFile } from '../../../src/backup/manifest.ts';
import { FILES_AT_ONCE, pack, unpackAll } from '../../../src/backup/packing.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let folder: string;
const packed: PackedFile[] = [];
const names = Array.from({ length: 20 }, (_, nth) => `file-${nth}`);

beforeAll(async () => {
  folder = await tempFolder();
  for (const name of names) {
    await writeFile(join(folder, name), name.repeat(1_000));
    packed.push((await pack(join(folder, name), join(folder, 'packed'), name))!);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const targets = async (name: string) => {
  const to = join(folder, name);
  await mkdir(to);
  let begun = 0;
  const targetOf = (path: string): string => {
    begun++;
    return join(to, path);
  };
  return { to, targetOf, begun: () => begun };
};

test('files that are brought back together are what was packed, and few of them at once', async () => {
  const { to, targetOf, begun } = await targets('whole');
  const all = unpackAll(join(folder, 'packed'), packed, targetOf);
  expect(begun()).toBe(FILES_AT_ONCE);
  await all;
  for (const name of names) expect(await readFile(join(to, name), 'utf8')).toBe(name.repeat(1_000));
});

test('a damaged file ends a restore by its name: no further file begins, and none is written after the error', async () => {
  const { to, targetOf, begun } = await targets('damaged');
  const damaged = packed.map((file) => (file.path === 'file-2' ? { ...file, sha256: '00' } : file));
  await expect(unpackAll(join(folder, 'packed'), damaged, targetOf)).rejects.toThrow(
    'file-2.zst is not what was packed',
  );
  expect(begun()).toBeLessThan(names.length);
  // One that was written after the error would come back into a folder that is deleted.
  expect((await readdir(to)).length).toBe(begun());
});
