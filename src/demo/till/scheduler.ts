/** Time for the demo till. A test can use a clock that needs no waiting. */
export interface Scheduler {
  /** Runs once after so many milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const realScheduler: Scheduler = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export const wait = (scheduler: Scheduler, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = scheduler.after(ms, done);
    signal.addEventListener('abort', done, { once: true });
  });
