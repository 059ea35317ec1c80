import { LRUCache } from 'lru-cache';
import { createSlots, type Slots } from '../../concurrency/slots.ts';
import { HttpError } from '../http/errors.ts';
import type { RouteRequest } from '../http/route-request.ts';

/** The line of a caller's key, in which one audit runs at a time. Throws HttpError 429 if it is too long already. */
export type AuditLine = (request: Pick<RouteRequest, 'caller'>) => Slots;

const MAX_WAITING = 8;
const RETRY_AFTER_S = 2;
/** How many keys are remembered. A forgotten key begins a new line beside its old one. */
const MAX_KEYS = 1_000;

/** Audits read and fold long histories: many at once for one auditor would leave little to everybody else. */
export const createAuditLines = (): AuditLine => {
  const lines = new LRUCache<string, Slots>({ max: MAX_KEYS });
  return ({ caller: { key_id } }) => {
    const line = lines.get(key_id) ?? createSlots(1);
    lines.set(key_id, line);
    if (line.waiting >= MAX_WAITING) {
      throw new HttpError(429, 'rate_limited', { retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
    }
    return line;
  };
};
