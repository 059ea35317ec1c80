import type pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { watchStorage } from '../../../src/health/storage-watch.ts';

const MB = 1024 ** 2;

let free: number;
let query: ReturnType<typeof vi.fn>;
let isReady: boolean;

beforeEach(() => {
  free = 65 * MB;
  query = vi.fn(async () => ({}));
  isReady = true;
});

const watch = (options: { dataDir?: string; everyMs?: number; withinMs?: number } = {}) => {
  const check = async () => ({ ready: isReady, checks: { database: 'ok' } });
  return watchStorage(check, {
    pool: { query } as unknown as pg.Pool,
    dataDir: '/data',
    everyMs: 0,
    freeBytes: async (folder) => {
      expect(folder).toBe('/data');
      return free;
    },
    ...options,
  });
};

test('a disk that is almost full makes the process unready, until it has room again', async () => {
  const check = watch();
  expect(await check()).toEqual({ ready: true, checks: { database: 'ok', writes: 'ok', disk: 'ok' } });
  free = 63 * MB;
  expect(await check()).toEqual({ ready: false, checks: { database: 'ok', writes: 'ok', disk: 'almost full' } });
  free = 64 * MB;
  expect((await check()).ready).toBe(true);
});

test('a database that takes no writes makes the process unready, however it refuses', async () => {
  const check = watch({ withinMs: 20 });
  query.mockRejectedValueOnce(Object.assign(new Error('no space left on device'), { code: '53100' }));
  expect(await check()).toEqual({ ready: false, checks: { database: 'ok', writes: 'failing', disk: 'ok' } });
  query.mockReturnValueOnce(new Promise(() => {}));
  expect((await check()).checks).toMatchObject({ writes: 'failing' });
  expect((await check()).checks).toMatchObject({ writes: 'ok' });
});

test('a process that was unready before the check of storage stays so', async () => {
  isReady = false;
  expect((await watch()()).ready).toBe(false);
});

test('however many ask, the database is written to once in a while', async () => {
  const check = watch({ everyMs: 60_000 });
  await Promise.all(Array.from({ length: 50 }, check));
  expect((await check()).ready).toBe(true);
  expect(query).toHaveBeenCalledTimes(1);
});
