import { HttpError } from './errors.ts';

/** Does a piece of work once there is room for it. Throws HttpError 503 when that takes too long. */
export type WithinSlots = <Result>(work: () => Promise<Result>) => Promise<Result>;

const RETRY_AFTER_S = 5;

/** Room for `count` pieces of work at once. The others wait in order of arrival, for at most `waitMs`. */
export const createSlots = ({ count, waitMs }: { count: number; waitMs: number }): WithinSlots => {
  let free = count;
  const waiting = new Set<() => void>();

  const take = (): Promise<void> | undefined => {
    if (free > 0) {
      free--;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new HttpError(503, 'unavailable', {}, RETRY_AFTER_S));
      }, waitMs);
      waiting.add(begin);
    });
  };

  const leave = (): void => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else free++;
  };

  return async (work) => {
    await take();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
