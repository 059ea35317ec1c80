import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** A notification costs Postgres as much as half an append, and wakes every process. So many appends share one. */
const EVERY_MS = 10;

/** Tells other processes of what this one appends: soon, and once for what comes within ten milliseconds. */
export interface LogTeller {
  /** The log has grown up to here. */
  landed(position: number): void;
  /** Tells of what is left. */
  close(): Promise<void>;
}

/**
 * @param tell may fail: then the others find the events when they look by themselves, within a second. The same is so if
 *   this process dies before it has told.
 */
export const createLogTeller = (tell: (position: number) => Promise<unknown>): LogTeller => {
  const closing = new AbortController();
  /** Null: everything was told. */
  let untold: number | null = null;
  let telling: Promise<void> | undefined;

  const tellAll = async (): Promise<void> => {
    // The callers of the append have their answers first.
    await nextTurn();
    while (untold !== null) {
      const position = untold;
      untold = null;
      await tell(position).catch(() => {});
      await delay(EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
    telling = undefined;
  };

  return {
    landed: (position) => {
      untold = position;
      telling ??= tellAll();
    },
    close: async () => {
      closing.abort();
      await telling;
    },
  };
};
