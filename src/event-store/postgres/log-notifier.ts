import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPauses } from '../../concurrency/pauses.ts';
import { sleepFor } from '../../concurrency/sleep.ts';

/**
 * A notification costs Postgres as much as half an append, and wakes every process, this one as well. So many appends share one.
 * Another process that writes read models gathers events nearly as long.
 */
const EVERY_MS = 50;
/** While a caller waits for what another process makes of the events. */
const FLUSH_MS = 10;

/** Tells other processes of what this one appends: soon, and once for what comes within fifty milliseconds. */
export interface LogNotifier {
  /** The log has grown up to here. */
  landed(position: number): void;
  /** A caller waits for another process: it is told of what comes within ten milliseconds. */
  flush(): void;
  /** Tells of what is left. */
  close(): Promise<void>;
}

/**
 * @param tell may fail: then the others find the events when they look by themselves, within a second. The same is so if
 *   this process dies before it has told.
 */
export const createLogNotifier = (tell: (position: number) => Promise<unknown>, sleep = sleepFor): LogNotifier => {
  const closing = new AbortController();
  /** Null: everything was told. */
  let untold: number | null = null;
  let telling: Promise<void> | undefined;
  const { pause, flush } = createPauses(sleep);

  const tellAll = async (): Promise<void> => {
    // The callers of the append have their answers first.
    await nextTurn();
    while (untold !== null) {
      const position = untold;
      untold = null;
      await tell(position).catch(() => {});
      const told = performance.now();
      await pause(told + FLUSH_MS, told + EVERY_MS, closing.signal);
    }
    telling = undefined;
  };

  return {
    landed: (position) => {
      untold = position;
      telling ??= tellAll();
    },
    flush,
    close: async () => {
      closing.abort();
      await telling;
    },
  };
};
