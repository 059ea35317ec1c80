import { waitForLock } from '../advisory-lock.ts';
import { Client } from '../client.ts';
import { ANSWER_WITHIN_MS, LASTING } from '../connection.ts';
import { HEARTBEAT, type HeartbeatTiming, startHeartbeat } from './heartbeat.ts';
import { type WatchedOwner, watchOwner } from './stale-owner.ts';

/**
 * Keepalive for the connection of a lock. With the server's default of two hours, a machine that lost its power would
 * keep its lock that long.
 */
const NOTICE_DEATH = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

export interface Ownership {
  /** Aborted when the connection that holds the lock is lost. The ownership is then lost too. */
  readonly lost: AbortSignal;
  /** False also while the ownership may be lost without our knowing yet, as right after this process was frozen. */
  isSure(): boolean;
  release(): Promise<void>;
}

/** Work that one app process at a time may do. */
export interface Owned {
  readonly lock: number;
  /** The name under which app.owners shows the owner. */
  readonly name: string;
  /**
   * application_name of the connections that the owner works over. The connection of its lock has `-owner` appended.
   */
  readonly sessions: string;
  readonly timing?: HeartbeatTiming | undefined;
  /** Called after this process has ended the session of a frozen owner. */
  readonly onEnded?: WatchedOwner['onEnded'];
  /** The owner hears a notification on the connection that holds the lock. Its payload does not matter. */
  readonly listen?: { readonly channel: string; readonly onNotified: () => void };
}

/**
 * Waits until this process owns the lock. The lock belongs to a separate connection, so it is free the moment the
 * process dies, and the next waiting process gets it at once; if the machine has died, after half a minute. If an owner
 * is frozen, the next waiting process ends its session.
 * @param signal gives up waiting (throws)
 */
export const takeOwnership = async (
  url: string,
  { lock, name, sessions, listen, timing = HEARTBEAT, onEnded = () => {} }: Owned,
  signal: AbortSignal,
): Promise<Ownership> => {
  const client = new Client({
    connectionString: url,
    application_name: `${sessions}-owner`,
    ...LASTING,
    // Longer than one waiting statement. Without a limit, a process that stands by on a silent connection would never
    // take over.
    query_timeout: ANSWER_WITHIN_MS,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ channel }) => {
    if (channel === listen?.channel) listen.onNotified();
  });
  const end = () => client.end().catch(() => {});
  try {
    signal.throwIfAborted();
    await client.connect();
    // Not earlier: a client that is ended while it connects never reports that it has given up, and its caller would
    // wait forever.
    signal.addEventListener('abort', end, { once: true });
    signal.throwIfAborted();
    await client.query(NOTICE_DEATH);
    const check = watchOwner(client, { lock, name, sessions, timing, onEnded });
    await waitForLock(client, ['$1', lock], `${timing.beatMs}ms`, undefined, check);
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
