/** Does a piece of work of somebody when it is their turn. Rejects if the signal aborts before that. */
export type InFairQueue = <Result>(name: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export interface FairQueueLimits {
  /** Pieces of work at once, of all names. */
  readonly all: number;
  /** Of one name at once. */
  readonly perName: number;
}

/**
 * Names take turns: after a piece of work a name goes to the end of the line, however much of it waits. So a name with little
 * work waits for one piece of each of the others. p-queue knows the order of arrival alone.
 */
export const createFairQueue = ({ all, perName }: FairQueueLimits): InFairQueue => {
  /** What waits, by name. The first name has the next turn. */
  const line = new Map<string, Set<() => void>>();
  /** How much is under way, by name. */
  const running = new Map<string, number>();
  let total = 0;
  const count = (name: string): number => running.get(name) ?? 0;

  const change = (name: string, by: number): void => {
    total += by;
    const now = count(name) + by;
    if (now > 0) running.set(name, now);
    else running.delete(name);
  };

  const beginNext = (): void => {
    for (const [name, waiting] of line) {
      if (total >= all) return;
      if (count(name) >= perName) continue;
      const [begin] = waiting;
      waiting.delete(begin!);
      line.delete(name);
      // The loop comes to it once more, at the end of the line.
      if (waiting.size > 0) line.set(name, waiting);
      change(name, 1);
      begin!();
    }
  };

  const turn = (name: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = line.get(name) ?? new Set();
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(begin);
        if (waiting.size === 0 && line.get(name) === waiting) line.delete(name);
        reject(signal!.reason);
      };
      waiting.add(begin);
      line.set(name, waiting);
      signal?.addEventListener('abort', leave, { once: true });
      beginNext();
    });

  return async (name, work, signal) => {
    signal?.throwIfAborted();
    await turn(name, signal);
    try {
      return await work();
    } finally {
      change(name, -1);
      beginNext();
    }
  };
};
