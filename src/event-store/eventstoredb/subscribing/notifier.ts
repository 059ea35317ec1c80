/** Something that may change, with callers that wait for it. */
export interface Notifier {
  notify(): void;
  /** Resolves at the next notification after the call, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
}

export const createNotifier = (): Notifier => {
  const waiting = new Set<() => void>();
  return {
    notify: () => {
      for (const wake of waiting) wake();
    },
    next: (signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
  };
};
