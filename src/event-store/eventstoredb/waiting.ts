import { sleepFor } from '../../concurrency/sleep.ts';

const FIRST_MS = 50;
const LONGEST_MS = 2_000;

/** Pauses between the attempts at something that fails, ever longer ones. */
export interface Patience {
  /** Reports a failure, only the first of a row: a server may be away for hours. Then waits. */
  failed(error: unknown, signal: AbortSignal): Promise<void>;
  worked(): void;
}

export const createPatience = (onFirst: (error: unknown) => void): Patience => {
  let wait = FIRST_MS;
  return {
    failed: async (error, signal) => {
      if (wait === FIRST_MS) onFirst(error);
      // Jitter: all processes lose a restarting server at the same moment.
      const pause = wait * (0.5 + Math.random() / 2);
      wait = Math.min(wait * 2, LONGEST_MS);
      await sleepFor(pause, signal);
    },
    worked: () => {
      wait = FIRST_MS;
    },
  };
};

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

/** The answer; undefined as soon as the signal aborts. Leaves no listener on the signal, which may live for months. */
export const unlessAborted = <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
