import pg from 'pg';
import { waitForLock } from '../projections/locks.ts';

/** One process of all runs the followers and tickers: the one that holds this advisory lock. */
const PROCESSES_LOCK = 8_451_004;

export interface ProcessOwnership {
  /** Aborted when the connection that holds the lock is lost, and the ownership with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Waits until this process may run the processes. The lock belongs to a connection of its own, so that it is free the
 * moment the process dies, and the next one in line gets it without a wait.
 * @param signal gives up waiting (throws)
 */
export const takeProcesses = async (url: string, signal: AbortSignal): Promise<ProcessOwnership> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tillstream-processes-owner',
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const end = () => client.end().catch(() => {});
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    await waitForLock(client, ['$1', PROCESSES_LOCK], '10s');
    signal.throwIfAborted();
    return { lost: lost.signal, release: end };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
};
