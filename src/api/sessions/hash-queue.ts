import PQueue from 'p-queue';
import { runInQueue } from '../../concurrency/run-in-queue.ts';
import { HttpError } from '../http/errors.ts';

/** Each takes 64 MB and a processor. */
const AT_ONCE = 2;
/** Some ten seconds of work. A person who waits longer sends the form again, which makes it worse. */
const MOST_WAITING = 100;
const RETRY_AFTER_S = 5;

/** Does the work of one attempt when it is its turn. Throws HttpError 503 at once if too many wait. */
export type InHashQueue = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** The room for password hashes in this process: few at once, so that orders keep their processors and memory. */
export const createHashQueue = (mostWaiting = MOST_WAITING): InHashQueue => {
  const queue = new PQueue({ concurrency: AT_ONCE });
  return (work, signal) => {
    if (queue.size >= mostWaiting) throw new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
    return runInQueue(queue, work, signal);
  };
};
