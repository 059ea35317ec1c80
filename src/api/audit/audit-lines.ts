import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { runInQueue } from '../../concurrency/run-in-queue.ts';
import { HttpError } from '../http/errors.ts';
import type { RouteRequest } from '../http/route-request.ts';

/** Where a key's audits wait, of which one runs at a time. */
export interface Line {
  /** Rejects if the signal aborts before the work has begun. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** The line of a caller's key. Throws HttpError 429 if it is too long already. */
export type AuditLine = (request: Pick<RouteRequest, 'caller'>) => Line;

const MAX_WAITING = 8;
const RETRY_AFTER_S = 2;
/** How many keys are remembered. A forgotten key begins a new line beside its old one. */
const MAX_KEYS = 1_000;

/** Audits read and fold long histories: many at once for one auditor would leave little to everybody else. */
export const createAuditLines = (): AuditLine => {
  const queues = new LRUCache<string, PQueue>({ max: MAX_KEYS });
  return ({ caller: { key_id } }) => {
    const queue = queues.get(key_id) ?? new PQueue({ concurrency: 1 });
    queues.set(key_id, queue);
    if (queue.size >= MAX_WAITING) {
      throw new HttpError(429, 'rate_limited', { retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
    }
    return { run: (work, signal) => runInQueue(queue, work, signal) };
  };
};
