import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetBackups, forgetUnfinished, unfinishedName } from '../../../src/backup/forget-backups.ts';
import { backupName, type Manifest } from '../../../src/backup/manifest.ts';

const manifest = (first_wal: string): Manifest => ({
  format: 1,
  kind: 'files',
  tillstream: '1.0.0',
  begun_at: '2026-05-01T00:00:00Z',
  ended_at: '2026-05-01T00:00:00Z',
  has_event_store: false,
  position: 1,
  end_position: 1,
  checkpoint: null,
  postgres: { major: 18, first_wal, last_wal: first_wal },
  folders: [],
  files: [],
});

test('old backups go with the archived files that only they need, and what is unfinished or of others stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-forget-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 4, day))));
  for (const [nth, name] of names.entries()) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'manifest.json'), JSON.stringify(manifest(`00000001000000000000000${nth + 2}`)));
  }
  await mkdir(join(folder, 'wal'));
  const wal = [
    '000000010000000000000001',
    '000000010000000000000002',
    '000000010000000000000003',
    '000000020000000000000003',
  ];
  for (const name of [...wal.map((each) => `${each}.zst`), '00000002.history.zst', 'notes']) {
    await writeFile(join(folder, 'wal', name), '');
  }
  await mkdir(join(folder, `unfinished-${names[0]}`));
  expect(await forgetBackups(folder, 2)).toEqual({ backups: 1, files: 2 });
  expect(await readdir(folder)).toEqual([names[1], names[2], `unfinished-${names[0]}`, 'wal'].toSorted());
  expect((await readdir(join(folder, 'wal'))).toSorted()).toEqual(
    ['000000010000000000000003.zst', '000000020000000000000003.zst', '00000002.history.zst', 'notes'].toSorted(),
  );
  expect(await forgetBackups(folder, 5)).toEqual({ backups: 0, files: 0 });
});

test('what a killed backup left goes a day later, and one that may still run stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-forget-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [old, fresh] = ['2026-05-01T23:59:59Z', '2026-05-02T00:00:01Z'].map((at) => unfinishedName(new Date(at)));
  for (const name of [old!, fresh!, 'unfinished-of-mine', backupName(new Date('2026-04-01'))]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'part'), '');
  }
  await forgetUnfinished(folder, new Date('2026-05-03T00:00:00Z'));
  expect(await readdir(folder)).toEqual([backupName(new Date('2026-04-01')), fresh, 'unfinished-of-mine'].toSorted());
});
