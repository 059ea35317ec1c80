import pg from 'pg';
import { ANSWER_WITHIN_MS, LASTING } from './connection.ts';

/** The server's own two hours would be how long nobody takes over from a machine that lost its power. */
const NOTICE_DEATH = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Takes a session lock, however long that takes. In turns, because a statement that waits keeps its snapshot, and
 * Postgres cleans up nothing newer than the oldest one: left waiting for days it would bloat every table.
 * @param turn how long one statement waits, e.g. `10s`; also how soon `signal` is seen
 */
export const waitForLock = async (
  client: pg.ClientBase,
  key: readonly [expression: string, ...values: unknown[]],
  turn: string,
  signal?: AbortSignal,
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
  }
  await client.query('reset lock_timeout');
};

export interface Ownership {
  /** Aborted when the connection that holds the lock is lost, and the ownership with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** What one process of all does at a time. */
export interface Owned {
  readonly lock: number;
  /** application_name, as pg_stat_activity shows the owner. */
  readonly name: string;
  /** What the owner hears, on the connection that makes it the owner: that it rang, whatever was said. */
  readonly listen?: { readonly channel: string; readonly onRing: () => void };
}

/**
 * Waits until this process owns it. The lock belongs to a connection of its own, so that it is free the moment the
 * process dies, and the next one in line gets it without a wait; half a minute after its machine has died.
 * @param signal gives up waiting (throws)
 */
export const takeOwnership = async (
  url: string,
  { lock, name, listen }: Owned,
  signal: AbortSignal,
): Promise<Ownership> => {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: name, ...LASTING },
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
    await waitForLock(client, ['$1', lock], '10s');
    if (listen) await client.query(`listen ${listen.channel}`);
    signal.throwIfAborted();
    return { lost: lost.signal, release: end };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
};
