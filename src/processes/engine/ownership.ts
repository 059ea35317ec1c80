import { type Owned, type Ownership, takeOwnership } from '../../database/advisory-lock.ts';

/** One app process runs the followers and tickers: the one that holds this advisory lock. */
const PROCESSES = { lock: 8_451_004, name: 'processes', sessions: 'tillstream-processes' };

/** Waits until this app process may run the processes. `signal` gives up waiting (throws). */
export const takeProcesses = (
  url: string,
  signal: AbortSignal,
  heartbeat: Pick<Owned, 'timing' | 'onEnded'> = {},
): Promise<Ownership> => takeOwnership(url, { ...PROCESSES, ...heartbeat }, signal);
