export interface Slots {
  /** How many calls of `run` wait in the queue. */
  readonly waiting: number;
  /** Runs the work when there is room for it, first come, first served. Rejects if the signal aborts before that. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** Bounds how much work of one kind runs at once. */
export const createSlots = (atOnce: number): Slots => {
  let free = atOnce;
  const queue = new Set<() => void>();

  const acquire = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.delete(begin);
        reject(signal?.reason);
      };
      queue.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };

  const release = (): void => {
    const [next] = queue;
    if (!next) {
      free++;
      return;
    }
    queue.delete(next);
    next();
  };

  return {
    get waiting() {
      return queue.size;
    },
    async run(work, signal) {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
};
