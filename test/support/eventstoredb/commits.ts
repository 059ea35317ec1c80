import { setTimeout as delay } from 'node:timers/promises';

/** What a server takes for its appends. */
export interface AppendCosts {
  /** From one flush of the log to the next: what came meanwhile is flushed together. */
  readonly commitMs: number;
  /** Processor time of each append, in microseconds. */
  readonly appendMicros: number;
}

/** What an append waits for before it is answered. */
export const createCommits = (costs?: AppendCosts): (() => Promise<void>) => {
  if (!costs) return async () => {};
  const { commitMs, appendMicros } = costs;
  let flushing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    await flushing;
    next = undefined;
    flushing = delay(commitMs);
    await flushing;
  };
  return () => {
    const until = performance.now() + appendMicros / 1_000;
    while (performance.now() < until);
    next ??= flush();
    return next;
  };
};
