import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { HttpError } from './errors.ts';
import type { KeyRecord } from './key-record.ts';
import { createLeases, type Place } from './leases.ts';
import { createRefusalPace } from './refusal-pace.ts';
import { stateOf } from './request-state.ts';
import type { LimitClass } from './route.ts';
import type { Counter } from './shared-counter.ts';

export const WINDOW_S = 60;

export interface Limiter {
  /** Counts a request and sets the RateLimit headers of its answer. Throws HttpError 429, at once or later. */
  consume(req: Request, res: Response, limit: LimitClass | undefined, key: KeyRecord | undefined): void | Promise<void>;
  /**
   * Counts what a request costs its key beyond its one point. Throws HttpError 429 only if the window is used up beyond
   * its limit already. Otherwise a request that costs more than is left, or than a whole window, would be refused for
   * ever.
   */
  charge(res: Response, key: KeyRecord, points: number): Promise<void>;
  /**
   * Resolves when a caller without a good token may be answered: at once for the first refusals of an address, then at
   * a pace.
   */
  delayStranger(req: Request): Promise<void>;
}

export interface LimiterOptions {
  /** Requests in a window. */
  readonly limits: Readonly<Record<LimitClass, number>> & { readonly perKey: number };
  readonly counter: Counter;
  /** Seconds; as the counter's. */
  readonly windowS?: number;
}

/** The limits (docs/domain.md#errors-and-limits): of every key, of a key's reports and SMS codes, of one address for tokens. */
export const createLimiter = ({ limits, counter, windowS = WINDOW_S }: LimiterOptions): Limiter => {
  const leases = createLeases({ counter, windowMs: windowS * 1_000 });
  const delayOf = createRefusalPace();

  const count = (res: Response, id: string, max: number): void | Promise<void> => {
    const place = leases.take(id, max);
    return place instanceof Promise ? place.then((it) => admit(res, id, max, it)) : admit(res, id, max, place);
  };

  const admit = (res: Response, id: string, max: number, place: Place): void | Promise<void> => {
    const reset = Math.max(1, Math.ceil(place.ms / 1000));
    stateOf(res).quota = [
      ...['RateLimit-Limit', `${max}`, 'RateLimit-Remaining', `${Math.max(0, max - place.used)}`],
      ...['RateLimit-Reset', `${reset}`, 'RateLimit-Policy', `${max};w=${windowS}`],
    ];
    if (place.isWithin) return;
    const refusal = new HttpError(429, 'rate_limited', { retry_after: reset }, reset);
    const delayMs = delayOf(id);
    if (delayMs === 0) throw refusal;
    return delay(delayMs).then(() => {
      throw refusal;
    });
  };

  const maxOf = (key: KeyRecord): number => key.requests_per_minute ?? limits.perKey;

  return {
    consume(req, res, limit, key) {
      const ofKey = key && count(res, `key:${key.key_id}`, maxOf(key));
      if (!limit) return ofKey;
      const id = `${limit}:${key?.key_id ?? addressOf(req)}`;
      return ofKey ? ofKey.then(() => count(res, id, limits[limit])) : count(res, id, limits[limit]);
    },
    async charge(res, key, points) {
      const [id, max] = [`key:${key.key_id}`, maxOf(key)];
      // One more: the request itself may have taken the last point.
      await admit(res, id, max, await leases.take(id, max + 1, points));
    },
    async delayStranger(req) {
      const delayMs = delayOf(`stranger:${addressOf(req)}`);
      if (delayMs > 0) await delay(delayMs);
    },
  };
};

/**
 * 500 attendance events are smaller than this. The partners' contract has no larger request, and counts each as one.
 */
const FREE_BODY_BYTES = 512 * 1024;
const BYTES_A_POINT = 64 * 1024;

/** What a body costs beyond its request's one point. */
export const pointsForBody = (bytes: number): number => Math.ceil(Math.max(0, bytes - FREE_BODY_BYTES) / BYTES_A_POINT);

/** Behind a proxy the address is what the proxy wrote, of any length. */
const addressOf = (req: Request): string => (req.ip ?? '').slice(0, 64);
