import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { runInQueue } from '../../concurrency/run-in-queue.ts';
import { HttpError } from '../http/errors.ts';

/** Each takes 64 MB and a processor: half of the processors are left to orders and to Postgres. */
const AT_ONCE = Math.min(4, Math.ceil(availableParallelism() / 2));
/** Some ten seconds of work. A person who waits longer sends the form again, which makes it worse. */
const WAITING_FOR_EACH = 80;
const RETRY_AFTER_S = 5;

/** Does the work of one attempt when it is its turn. Throws HttpError 503 at once if too many wait. */
export type InHashQueue = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** The room for password hashes in this process: few at once, so that orders keep their processors and memory. */
export const createHashQueue = (atOnce = AT_ONCE, mostWaiting = WAITING_FOR_EACH * atOnce): InHashQueue => {
  const queue = new PQueue({ concurrency: atOnce });
  return (work, signal) => {
    if (queue.size >= mostWaiting) throw new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
    return runInQueue(queue, work, signal);
  };
};
