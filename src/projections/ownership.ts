import pg from 'pg';
import { waitForLock } from './locks.ts';

/** One process applies projections at a time: the one that holds this advisory lock. */
const OWNERSHIP_LOCK = 8_451_002;

/** The channel on which the owner learns that a rebuild has put another read model in place. */
export const REBUILT_CHANNEL = 'projection_rebuilt';

export interface Ownership {
  /** Aborted when the connection that holds the lock is lost, and the ownership with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Waits until this process owns the projections. The lock belongs to a connection of its own, so that it is free the
 * moment the process dies, and the next one in line gets it without a wait.
 * @param signal gives up waiting (throws)
 */
export const takeOwnership = async (
  url: string,
  signal: AbortSignal,
  onRebuilt: (projection: string) => void,
): Promise<Ownership> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tillstream-projections-owner',
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ channel, payload }) => {
    if (channel === REBUILT_CHANNEL) onRebuilt(payload ?? '');
  });
  const end = () => client.end().catch(() => {});
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    await waitForLock(client, ['$1', OWNERSHIP_LOCK], '10s');
    await client.query(`listen ${REBUILT_CHANNEL}`);
    signal.throwIfAborted();
    return { lost: lost.signal, release: end };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
};
