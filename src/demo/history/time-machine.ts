import { AsyncLocalStorage } from 'node:async_hooks';

/** A clock for many pieces of work at once, each at a different time. */
export interface TimeMachine {
  /** Milliseconds since the epoch: the time of the work that asks. */
  readonly now: () => number;
  /** Does the work, and everything that follows from it, at that time. */
  at<Result>(time: number, work: () => Promise<Result>): Promise<Result>;
  /** Sets the time for all other work. */
  set(time: number): void;
}

export const createTimeMachine = (start: number): TimeMachine => {
  const own = new AsyncLocalStorage<number>();
  let common = start;
  return {
    now: () => own.getStore() ?? common,
    at: (time, work) => own.run(time, work),
    set: (time) => {
      common = time;
    },
  };
};
