import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import type { NemesisApp } from './app.ts';
import type { ReadModel } from './plan.ts';

/** What can be done to the database of a round, beside its connections. */
export interface NemesisDatabase {
  /** SIGKILL; it is started again on the same port. Resolves when it answers. */
  killPostgres(): Promise<void>;
  /** Has every change of a read model's table fail. */
  poison(readModel: ReadModel): Promise<void>;
  /** Takes the poison away, and has the read model go on: built anew, or by a restart of those who apply it. */
  revive(readModel: ReadModel, revival: 'rebuild' | 'restart'): Promise<void>;
  /** Keeps everybody off a read model's table. */
  lock(readModel: ReadModel): Promise<void>;
  unlock(): Promise<void>;
}

export interface NemesisDatabaseOptions {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly apps: readonly NemesisApp[];
  readonly kill: () => Promise<void>;
}

const WORKS_WITHIN_MS = 60_000;
const PAUSE_MS = 200;

export const createNemesisDatabase = (options: NemesisDatabaseOptions): NemesisDatabase => {
  const { url, pool, store, apps, kill } = options;
  let locking: pg.Client | undefined;

  const isParked = async (readModel: ReadModel): Promise<boolean> => {
    const { rowCount } = await pool.query('select from app.checkpoints where projection = $1 and failure is not null', [
      readModel,
    ]);
    return rowCount === 1;
  };

  const restart = async (): Promise<void> => {
    for (const app of apps) app.set({ projections: false });
    await delay(PAUSE_MS);
    for (const app of apps) app.set({ projections: true });
    await delay(PAUSE_MS);
  };

  return {
    killPostgres: async () => {
      await kill();
      await insist(() => pool.query('select'));
    },
    poison: (readModel) =>
      insist(() =>
        pool.query(`
          create or replace function public.poison() returns trigger language plpgsql
            as $$ begin raise exception 'poisoned'; end $$;
          create or replace trigger poison before insert or update or delete on read.${readModel}
            for each row execute function public.poison()`),
      ),
    revive: async (readModel, revival) => {
      await insist(() => pool.query(`drop trigger if exists poison on read.${readModel}`));
      // One that fails at this moment is parked a moment later: it is looked at again.
      await delay(PAUSE_MS);
      await insist(async () => {
        if (!(await isParked(readModel))) return;
        if (revival === 'restart') await restart();
        else await rebuild({ store, url, projections: allProjections }, [readModel]);
        if (await isParked(readModel)) throw new Error(`${readModel} is still parked`);
      });
    },
    lock: async (readModel) => {
      await insist(async () => {
        const client = new pg.Client({ connectionString: url });
        // Postgres may be killed meanwhile: then the lock is gone.
        client.on('error', () => {});
        await client.connect();
        locking = client;
        await client.query(`begin; lock table read.${readModel} in access exclusive mode`);
      });
    },
    unlock: async () => {
      await locking?.end().catch(() => {});
      locking = undefined;
    },
  };
};

/** Again and again: Postgres may be killed at any time. */
const insist = async (work: () => Promise<unknown>): Promise<void> => {
  for (const deadline = performance.now() + WORKS_WITHIN_MS; ; await delay(PAUSE_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
};
