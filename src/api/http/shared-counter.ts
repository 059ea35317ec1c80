import type pg from 'pg';
import type { Logger } from 'pino';
import { errorForLog } from './errors.ts';

export interface Count {
  /** All points taken in this window by every process, this call included. */
  readonly consumedPoints: number;
  /** Until the window ends. */
  readonly msBeforeNext: number;
}

/** Counts in windows that begin with a caller's first request. */
export interface Counter {
  consume(id: string, points: number): Promise<Count>;
}

export interface SharedCounterOptions {
  /** A separate pool with its own timeouts: callers wait for it at every request. */
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Seconds. */
  readonly windowS: number;
  /** The longest window of all counters of the table, if this one's is shorter: rows beyond it are of no possible window. */
  readonly longestWindowS?: number;
}

/** After a failure the database is not asked for so long. */
const PAUSE_MS = 1_000;
/** How often rows of past windows are deleted. */
const SWEEP_MS = 300_000;

/**
 * Windows begin and end by the database's clock: the processes' own clocks may differ, and may be set back. If a row's
 * end is further ahead than a window is long, as after the database's clock was set back, the window ends a window's
 * length from now.
 */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const COUNT = `
  insert into app.rate_limits as held (key, points, expire) values ($1, $2, ${NOW} + $3::bigint)
  on conflict (key) do update set
    points = excluded.points + case when held.expire > excluded.expire - $3::bigint then held.points else 0 end,
    expire = case when held.expire > excluded.expire - $3::bigint then least(held.expire, excluded.expire) else excluded.expire end
  returning points as "consumedPoints", expire - ${NOW} as "msBeforeNext"`;
const SWEEP = `delete from app.rate_limits where not coalesce(expire between ${NOW} and ${NOW} + $1::bigint, false)`;

/**
 * The counts that all processes on one database share. While the database is known to be away it rejects at once,
 * except for one call a second that checks whether it is back: a limiter that waits for a dead server would stop
 * requests that need no database.
 */
export const createSharedCounter = ({
  pool,
  log,
  windowS,
  longestWindowS = windowS,
}: SharedCounterOptions): Counter => {
  const windowMs = windowS * 1_000;
  let awayUntil = Number.NEGATIVE_INFINITY;
  let isAway = false;
  let sweepAt = performance.now() + SWEEP_MS;

  const sweep = async (): Promise<void> => {
    sweepAt = performance.now() + SWEEP_MS;
    // If a sweep fails, the next one deletes the same rows.
    await pool.query(SWEEP, [longestWindowS * 1_000]).catch(() => {});
  };

  return {
    async consume(id, points) {
      if (isAway) {
        const now = performance.now();
        if (now < awayUntil) throw new Error('the database was away a moment ago');
        awayUntil = now + PAUSE_MS;
      }
      try {
        const { rows } = await pool.query<Count>({ name: 'limits.count', text: COUNT, values: [id, points, windowMs] });
        if (isAway) log.info('rate limits are counted over all processes again');
        isAway = false;
        if (performance.now() >= sweepAt) void sweep();
        return rows[0]!;
      } catch (error) {
        if (!isAway) log.warn({ error: errorForLog(error) }, 'rate limits are counted in this process alone');
        isAway = true;
        awayUntil = performance.now() + PAUSE_MS;
        throw error;
      }
    },
  };
};
