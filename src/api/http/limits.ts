import type { Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { HttpError } from './errors.ts';
import type { KeyRecord } from './key-record.ts';
import type { LimitClass } from './route.ts';

const WINDOW_S = 60;

export interface Limiter {
  /** Counts a request and sets the RateLimit headers. Throws HttpError 429. */
  consume(req: Request, res: Response, limit: LimitClass | undefined, key: KeyRecord | undefined): Promise<void>;
}

/**
 * Requests a minute (spec, Limits): of every key, of a key's reports, of one address for tokens. Counted in this process.
 */
export const createLimiter = (perMinute: {
  readonly perKey: number;
  readonly reports: number;
  readonly token: number;
  readonly send_code: number;
}): Limiter => {
  // Keys have limits of their own, so each count is compared here: the counter itself never says no.
  const counter = () => new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S });
  const byKey = counter();
  const classes: Record<LimitClass, RateLimiterMemory> = { reports: counter(), token: counter(), send_code: counter() };

  const count = async (res: Response, limiter: RateLimiterMemory, id: string, max: number): Promise<void> => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(id);
    const reset = Math.max(1, Math.ceil(msBeforeNext / 1000));
    res.setHeader('RateLimit-Limit', max);
    res.setHeader('RateLimit-Remaining', Math.max(0, max - consumedPoints));
    res.setHeader('RateLimit-Reset', reset);
    res.setHeader('RateLimit-Policy', `${max};w=${WINDOW_S}`);
    if (consumedPoints > max) throw new HttpError(429, 'rate_limited', { retry_after: reset }, reset);
  };

  return {
    async consume(req, res, limit, key) {
      if (key) await count(res, byKey, key.key_id, key.requests_per_minute ?? perMinute.perKey);
      if (limit) await count(res, classes[limit], key?.key_id ?? req.ip ?? '', perMinute[limit]);
    },
  };
};
