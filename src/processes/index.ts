import type pg from 'pg';
import type { CommandHandler } from '../commands/handle.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Follower, Ticker } from './process.ts';

/** What the processes stand on. */
export interface ProcessDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly handler: CommandHandler;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Processes {
  readonly followers: readonly Follower[];
  readonly tickers: readonly Ticker[];
}

/** Every process there is. What is not named here does not run. */
export const allProcesses = (_dependencies: ProcessDependencies): Processes => ({ followers: [], tickers: [] });
