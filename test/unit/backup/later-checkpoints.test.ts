import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FoundBackup } from '../../../src/backup/find-backup.ts';
import { laterCheckpoints } from '../../../src/backup/later-checkpoints.ts';
import { signCheckpoint, signingKeyOf } from '../../../src/transparency/note.ts';

const origin = 'tillstream/1';
const key = signingKeyOf(Buffer.alloc(32, 7).toString('base64'), origin);
const noteOf = (size: number) => signCheckpoint({ origin, size, root: Buffer.alloc(32, size) }, key);

test('a restore finds the later checkpoints beside a torn one, and none in a file that has no whole one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-test-later-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const where = join(folder, 'checkpoints');
  const backup = { folder: join(folder, 'backup-1'), manifest: { checkpoint: null } } as unknown as FoundBackup;
  const find = () => laterCheckpoints({ events: 5, tree: 5, origin }, [backup], []);
  await writeFile(where, `${noteOf(4)}\n${noteOf(9)}\n${noteOf(12).slice(0, 40)}`);
  expect(await find()).toEqual([{ size: 9, where }]);
  await writeFile(where, noteOf(12).slice(0, 40));
  expect(await find()).toEqual([]);
  await writeFile(where, '');
  expect(await find()).toEqual([]);
  await expect(laterCheckpoints({ events: 5, tree: 5, origin }, [backup], [where])).rejects.toThrow('no signed note');
});
