import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import type { Readiness } from '../api/http/operational.ts';
import { isDoneWithin } from '../concurrency/is-done-within.ts';

/** However often it is asked, it writes to the database no more often than this. */
const EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** The embedded Postgres stops when its log cannot grow by a file of 16 MB. */
const DISK_FLOOR = 64 * 1024 ** 2;

/**
 * Writes a row, and a megabyte to disk that is given up again: on a full disk the row alone may still find room in its
 * page. Several statements in one text are one transaction.
 */
const PROBE = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 40000);
  insert into app.write_probe (probed_at) values (now())
    on conflict (only_row) do update set probed_at = excluded.probed_at`;

export interface StorageWatchOptions {
  readonly pool: pg.Pool;
  /** The folder of the embedded Postgres. Left out: the operator watches the database's disk. */
  readonly dataDir?: string | undefined;
  /** Bytes that are free. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly everyMs?: number;
  /** How long the database may take to answer (5 s). */
  readonly withinMs?: number;
}

/**
 * Adds to readiness whether the database can be written to: a full or read-only database still answers every query, and
 * refuses every order.
 */
export const watchStorage = (check: () => Promise<Readiness>, options: StorageWatchOptions) => {
  const { pool, dataDir, freeBytes = freeBytesOf, everyMs = EVERY_MS, withinMs = ANSWER_WITHIN_MS } = options;

  const isWritten = () => isDoneWithin(withinMs, pool.query(PROBE));

  const hasRoom = async (folder: string): Promise<boolean> => {
    try {
      return (await freeBytes(folder)) >= DISK_FLOOR;
    } catch {
      return false;
    }
  };

  const checkStorage = async () => {
    const [writes, disk] = await Promise.all([isWritten(), dataDir === undefined || hasRoom(dataDir)]);
    return {
      ready: writes && disk,
      checks: {
        writes: writes ? 'ok' : 'failing',
        ...(dataDir !== undefined && { disk: disk ? 'ok' : 'almost full' }),
      },
    };
  };

  let last: { readonly at: number; readonly found: ReturnType<typeof checkStorage> } | undefined;
  const checkNowAndThen = (): ReturnType<typeof checkStorage> => {
    const now = performance.now();
    if (last === undefined || now - last.at >= everyMs) last = { at: now, found: checkStorage() };
    return last.found;
  };

  return async (): Promise<Readiness> => {
    const [{ ready, checks }, storage] = await Promise.all([check(), checkNowAndThen()]);
    return { ready: ready && storage.ready, checks: { ...checks, ...storage.checks } };
  };
};

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
