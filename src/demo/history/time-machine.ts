import { AsyncLocalStorage } from 'node:async_hooks';

/** A clock for many things at once, each at a time of its own. */
export interface TimeMachine {
  /** Milliseconds since the epoch: the time of whoever asks. */
  readonly now: () => number;
  /** Does the work at that time, and all that follows from it. */
  at<Result>(time: number, work: () => Promise<Result>): Promise<Result>;
  /** What time it is for everybody else. */
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
