import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { backupName } from '../../../src/backup/manifest.ts';
import { watchBackups } from '../../../src/health/backup-gauge.ts';

test('the age of the newest backup is told, and whether there is none at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const told = async (where: string | undefined) => {
    const registry = new Registry();
    watchBackups(where, registry, () => Date.parse('2026-05-03T00:00:00Z'));
    return /^tillstream_backup_age_seconds (\S+)$/m.exec(await registry.metrics())?.[1];
  };
  expect(await told(undefined)).toBeUndefined();
  expect(await told(join(folder, 'nothing'))).toBe('+Inf');
  await mkdir(join(folder, 'wal'));
  await mkdir(join(folder, `unfinished-${backupName(new Date('2026-05-02T23:00:00Z'))}`));
  expect(await told(folder)).toBe('+Inf');
  for (const day of ['2026-05-02T00:00:00Z', '2026-05-01T00:00:00Z'])
    await mkdir(join(folder, backupName(new Date(day))));
  expect(await told(folder)).toBe('86400');
});
