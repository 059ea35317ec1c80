import { readdir } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { endedAt } from '../backup/manifest.ts';
import { gaugeOf } from '../metrics/make.ts';

/** The age of the newest backup, by the name of its folder: a timer that was never started fails nowhere else. */
export const watchBackups = (backupDir: string | undefined, registry: Registry, now = Date.now): void =>
  gaugeOf(registry, 'backup_age_seconds', async () => {
    if (backupDir === undefined) return [];
    const names = await readdir(backupDir).catch(() => []);
    const newest = names.flatMap((name) => endedAt(name) ?? []).toSorted((a, b) => a - b);
    return [[{}, newest.length === 0 ? Number.POSITIVE_INFINITY : (now() - newest.at(-1)!) / 1000]];
  });
