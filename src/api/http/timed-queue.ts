import PQueue from 'p-queue';
import { HttpError } from './errors.ts';

/** Does a piece of work when there is room for it. Throws HttpError 503 when that takes too long. */
export type InTimedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

const RETRY_AFTER_S = 5;

/** Room for `count` pieces of work at once. The others wait in order of arrival, for at most `waitMs`. */
export const createTimedQueue = ({ count, waitMs }: { count: number; waitMs: number }): InTimedQueue => {
  const queue = new PQueue({ concurrency: count });
  return (work) => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(new HttpError(503, 'unavailable', {}, RETRY_AFTER_S)), waitMs);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return queue.add(begin, { signal: waiting.signal });
  };
};
