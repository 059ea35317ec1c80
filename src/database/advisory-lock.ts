import pg from 'pg';
import { ANSWER_WITHIN_MS, LASTING } from './connection.ts';
import { HEARTBEAT, type HeartbeatTiming, startHeartbeat } from './heartbeat.ts';
import { type WatchedOwner, watchOwner } from './stale-owner.ts';

/** The server's own two hours would be how long nobody takes over from a machine that lost its power. */
const NOTICE_DEATH = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Takes a session lock, however long that takes. In turns, because a statement that waits keeps its snapshot, and
 * Postgres cleans up nothing newer than the oldest one: left waiting for days it would bloat every table.
 * @param turn how long one statement waits, e.g. `10s`; also how soon `signal` is seen
 * @param betweenTurns what to do after each turn without the lock
 */
export const waitForLock = async (
  client: pg.ClientBase,
  key: readonly [expression: string, ...values: unknown[]],
  turn: string,
  signal?: AbortSignal,
  betweenTurns?: () => Promise<void>,
): Promise<void> => {
  const [expression, ...values] = key;
  await client.query(`set lock_timeout to '${turn}'`);
  for (;;) {
    signal?.throwIfAborted();
    try {
      await client.query(`select pg_advisory_lock(${expression})`, values);
      break;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
    }
    await betweenTurns?.();
  }
  await client.query('reset lock_timeout');
};

export interface Ownership {
  /** Aborted when the connection that holds the lock is lost, and the ownership with it. */
  readonly lost: AbortSignal;
  /** False also while it may be lost without being known yet, as right after this process was frozen. */
  isSure(): boolean;
  release(): Promise<void>;
}

/** What one process of all does at a time. */
export interface Owned {
  readonly lock: number;
  /** Under which app.owners names the owner. */
  readonly name: string;
  /** application_name of the connections the owner works over; that of its lock has `-owner` behind it. */
  readonly sessions: string;
  readonly timing?: HeartbeatTiming | undefined;
  /** This process has ended the session of an owner that was frozen. */
  readonly onEnded?: WatchedOwner['onEnded'];
  /** What the owner hears, on the connection that makes it the owner: that it rang, whatever was said. */
  readonly listen?: { readonly channel: string; readonly onRing: () => void };
}

/**
 * Waits until this process owns it. The lock belongs to a connection of its own, so that it is free the moment the
 * process dies, and the next one in line gets it without a wait; half a minute after its machine has died. An owner that
 * is frozen says nothing any more, and the next one in line ends its session.
 * @param signal gives up waiting (throws)
 */
export const takeOwnership = async (
  url: string,
  { lock, name, sessions, listen, timing = HEARTBEAT, onEnded = () => {} }: Owned,
  signal: AbortSignal,
): Promise<Ownership> => {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: `${sessions}-owner`, ...LASTING },
    // Longer than a turn: whoever stands by on a silent connection would never take over.
    query_timeout: ANSWER_WITHIN_MS,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ channel }) => {
    if (channel === listen?.channel) listen.onRing();
  });
  const end = () => client.end().catch(() => {});
  try {
    signal.throwIfAborted();
    await client.connect();
    // Not before: a client that is ended while it connects never tells that it has given up, and is waited for without end.
    signal.addEventListener('abort', end, { once: true });
    signal.throwIfAborted();
    await client.query(NOTICE_DEATH);
    const look = watchOwner(client, { lock, name, sessions, timing, onEnded });
    await waitForLock(client, ['$1', lock], `${timing.beatMs}ms`, undefined, look);
    if (listen) await client.query(`listen ${listen.channel}`);
    const heartbeat = await startHeartbeat(client, name, timing, end);
    if (lost.signal.aborted) heartbeat.stop();
    else lost.signal.addEventListener('abort', heartbeat.stop);
    signal.throwIfAborted();
    return {
      lost: lost.signal,
      isSure: () => !lost.signal.aborted && heartbeat.isFresh(),
      release: end,
    };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
};
