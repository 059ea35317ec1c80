import { type Ownership, takeOwnership } from '../database/advisory-lock.ts';

/** One process of all runs the followers and tickers: the one that holds this advisory lock. */
const PROCESSES = { lock: 8_451_004, name: 'tillstream-processes-owner' };

/** Waits until this process may run the processes. `signal` gives up waiting (throws). */
export const takeProcesses = (url: string, signal: AbortSignal): Promise<Ownership> =>
  takeOwnership(url, PROCESSES, signal);
