import { createFairQueue } from '../../concurrency/fair-queue.ts';
import { HttpError } from './errors.ts';

/** Does a piece of work when there is room for it. Throws HttpError 503 when that takes too long. `name`: whose work it is. */
export type InTimedQueue = <Result>(work: () => Promise<Result>, name?: string) => Promise<Result>;

const RETRY_AFTER_S = 5;

/**
 * Room for `count` pieces of work at once. The others wait for at most `waitMs`: names take turns, and work of one name, or without
 * any, goes in order of arrival.
 */
export const createTimedQueue = ({ count, waitMs }: { count: number; waitMs: number }): InTimedQueue => {
  const inTurn = createFairQueue({ all: count, perName: count });
  return async (work, name = '') => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(new HttpError(503, 'unavailable', {}, RETRY_AFTER_S)), waitMs);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return inTurn(name, begin, waiting.signal);
  };
};
