import { AsyncLocalStorage } from 'node:async_hooks';
import type { TimeMachine } from '../history/time-machine.ts';

/** The clock of the machine (`read`), but for work that is done at another time. */
export const createLifeClock = (read: () => number = Date.now): Pick<TimeMachine, 'now' | 'at'> => {
  const own = new AsyncLocalStorage<number>();
  return { now: () => own.getStore() ?? read(), at: (time, work) => own.run(time, work) };
};
