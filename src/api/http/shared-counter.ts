import type pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { errorForLog } from './errors.ts';

export interface Count {
  /** All that was taken in this window, by every process, this time included. */
  readonly consumedPoints: number;
  /** Until the window ends. */
  readonly msBeforeNext: number;
}

/** Counts in windows that begin with a caller's first request. */
export interface Counter {
  consume(id: string, points: number): Promise<Count>;
}

export interface SharedCounterOptions {
  /** One of its own, with timeouts of its own: callers wait for it at every request. */
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Seconds. */
  readonly windowS: number;
}

/** After a failure the database is left alone for so long. */
const PAUSE_MS = 1_000;

/**
 * The counts that all processes on one database share. Rejects at once while the database is known to be away, but for one
 * call a second that looks whether it is back: a limiter that waits for a dead server would stop what needs no database.
 */
export const createSharedCounter = ({ pool, log, windowS }: SharedCounterOptions): Counter => {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'app',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: '',
    duration: windowS,
    // Keys have limits of their own, so counts are compared elsewhere: this never says no.
    points: Number.MAX_SAFE_INTEGER,
    // Rows that expired an hour ago are deleted every five minutes.
    clearExpiredByTimeout: true,
  });
  let awayUntil = Number.NEGATIVE_INFINITY;
  let isAway = false;

  return {
    async consume(id, points) {
      if (isAway) {
        const now = performance.now();
        if (now < awayUntil) throw new Error('the database was away a moment ago');
        awayUntil = now + PAUSE_MS;
      }
      try {
        const count = await limiter.consume(id, points);
        if (isAway) log.info('rate limits are counted over all processes again');
        isAway = false;
        return count;
      } catch (error) {
        if (!isAway) log.warn({ error: errorForLog(error) }, 'rate limits are counted in this process alone');
        isAway = true;
        awayUntil = performance.now() + PAUSE_MS;
        throw error;
      }
    },
  };
};
