import type pg from 'pg';
import type { ReadingThen } from '../../commands/webhooks/webhook-kind.ts';
import { sleepFor } from '../../concurrency/sleep.ts';
import { validAt } from '../../projections/engine/versioned.ts';

/** How long read models are waited for. After that the follower fails, and is given the event again. */
const WITHIN_MS = 10_000;
const LOOK_MS = 20;

export type ReadThen = <Found>(
  position: number,
  readModels: readonly string[],
  read: (then: ReadingThen) => Promise<Found>,
) => Promise<Found>;

/** Reads tables with versions as they were at a position, once these read models have come there. */
export const createReadingThen =
  (pool: pg.Pool, shownPosition: (readModel: string) => number): ReadThen =>
  async (position, readModels, read) => {
    const deadline = performance.now() + WITHIN_MS;
    while (readModels.some((name) => shownPosition(name) < position)) {
      if (performance.now() > deadline) throw new Error('the read models that a webhook tells of are behind');
      await sleepFor(LOOK_MS);
    }
    return read({ db: pool, valid: (alias) => validAt(alias, position) });
  };
