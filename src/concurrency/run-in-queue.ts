import type PQueue from 'p-queue';

/**
 * Runs the work when the queue has room for it. Rejects if the signal aborts before that. Work that has begun keeps its room
 * until it ends; given the signal itself, p-queue would hand that room to others at once.
 */
export const runInQueue = async <Result>(
  queue: PQueue,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const leave = () => waiting.abort(signal.reason);
  const begin = () => {
    signal.removeEventListener('abort', leave);
    return work();
  };
  signal.addEventListener('abort', leave, { once: true });
  return queue.add(begin, { signal: waiting.signal });
};
