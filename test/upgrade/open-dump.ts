import type pg from 'pg';
import { expect, vi } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { restoreDatabase } from './database.ts';
import type { Dump } from './dump.ts';

/** Of dumps. The key of their personal data, and the one of their tokens, are those of all tests. */
export const AUDIT_SIGNING_KEY = Buffer.alloc(32, 'a key of dumps').toString('base64');

export interface OpenedDump {
  readonly app: TestApp;
  readonly database: TestDatabase;
  close(): Promise<void>;
}

/** Processes act on time: what they add is no part of what that version knew. */
const FIXED = { runProcesses: false, auditSigningKey: AUDIT_SIGNING_KEY };

/** This version, started on the database that another one left, at the moment at which it left it. */
export const openDump = async (
  { database: lasting, at }: Pick<Dump, 'database' | 'at'>,
  options: Omit<TestAppOptions, 'database' | 'clock'> = {},
): Promise<OpenedDump> => {
  const database = await createEmptyDatabase();
  await restoreDatabase(database.url, lasting);
  if (options.eventStoreUrl !== undefined) await forgetTree(database.pool);
  const app = await startTestApp({ database, clock: createClock(at).read, ...FIXED, ...options });
  await caughtUp(app);
  const close = async () => {
    await app.stop();
    await database.drop();
  };
  return { app, database, close };
};

/** The positions of events are others in another log, so the tree begins anew there, as in the operations guide. */
const forgetTree = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query(`select to_regclass('app.tree_head') is not null as has_tree`);
  if (!rows[0].has_tree) return;
  await pool.query(`
    alter table app.tree_checkpoints disable trigger append_only;
    delete from app.tree_checkpoints;
    alter table app.tree_checkpoints enable always trigger append_only;
    delete from app.tree_witness_calls;
    delete from app.tree_tiles;
    update app.tree_head set log_id = gen_random_uuid(), size = 0, position = 0, root = sha256('')`);
};

/** The read models show all that is recorded. */
export const caughtUp = async ({ tillstream }: TestApp): Promise<void> => {
  const head = await tillstream.store.head();
  await vi.waitFor(
    async () => {
      const { projections } = await tillstream.runner.status();
      expect(projections.filter(({ position }) => position < head)).toEqual([]);
    },
    { timeout: 20_000, interval: 20 },
  );
};
