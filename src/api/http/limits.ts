import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { createBrandBudget } from './brand-budget.ts';
import { callerAddress } from './caller-address.ts';
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
  readonly limits: Readonly<Record<LimitClass, number>> & {
    readonly perKey: number;
    /** Of all keys of a brand together. A brand has at least as many as any of its keys. Undefined: there is no such limit. */
    readonly perBrand?: number;
  };
  readonly counter: Counter;
  /** Seconds; as the counter's. */
  readonly windowS?: number;
}

/** The limits (docs/domain.md#errors-and-limits): of every key, of all keys of a brand, of a key's reports and SMS codes, of one address for tokens. */
export const createLimiter = ({ limits, counter, windowS = WINDOW_S }: LimiterOptions): Limiter => {
  const leases = createLeases({ counter, windowMs: windowS * 1_000 });
  const delayOf = createRefusalPace();

  const brands = createBrandBudget(leases);

  const count = (res: Response, id: string, max: number): void | Promise<void> => {
    const place = leases.take(id, max);
    return place instanceof Promise ? place.then((it) => admit(res, id, max, it)) : admit(res, id, max, place);
  };

  const admit = (res: Response, id: string, max: number, place: Place): void | Promise<void> => {
    const reset = resetOf(place);
    stateOf(res).quota = [
      ...['RateLimit-Limit', `${max}`, 'RateLimit-Remaining', `${Math.max(0, max - place.used)}`],
      ...['RateLimit-Reset', `${reset}`, 'RateLimit-Policy', `${max};w=${windowS}`],
    ];
    if (!place.isWithin) return refuse(id, reset);
  };

  /** `whose` limit it was, for the metrics. */
  const refuse = (id: string, reset: number, whose = id.split(':')[0]): Promise<void> => {
    const refusal = new HttpError(429, 'rate_limited', { retry_after: reset }, reset, {}, whose);
    const delayMs = delayOf(id);
    if (delayMs === 0) throw refusal;
    return delay(delayMs).then(() => {
      throw refusal;
    });
  };

  /** A request of a key, which costs its brand so many points. */
  const countKey = (res: Response, key: KeyRecord, points: number): void | Promise<void> => {
    const [id, max] = [`key:${key.key_id}`, maxOf(key)];
    const place = leases.take(id, max);
    const isRefused = !(place instanceof Promise) && !place.isWithin;
    // What the key may not do costs its brand nothing.
    if (key.brand_id === null || limits.perBrand === undefined || isRefused) {
      return place instanceof Promise ? place.then((it) => admit(res, id, max, it)) : admit(res, id, max, place);
    }
    const ofBrand = { brandId: key.brand_id, keyId: key.key_id, max: brandMaxOf(key) };
    const brandPlace = brands.take(ofBrand, points);
    const judge = (own: Place, shared: Place): void | Promise<void> => {
      const isFair = !shared.isWithin || brands.isFair(ofBrand, own.used, shared);
      if (shared.isWithin && !(own.isWithin && isFair)) brands.giveBack(ofBrand.brandId, points);
      const admitted = admit(res, id, max, own);
      return admitted ?? (shared.isWithin && isFair ? undefined : refuse(id, resetOf(shared), 'brand'));
    };
    if (place instanceof Promise || brandPlace instanceof Promise) {
      return Promise.all([place, brandPlace]).then(([own, shared]) => judge(own, shared));
    }
    return judge(place, brandPlace);
  };

  const maxOf = (key: KeyRecord): number => key.requests_per_minute ?? limits.perKey;

  const brandMaxOf = (key: KeyRecord): number => Math.max(limits.perBrand ?? 0, limits.perKey, maxOf(key));

  return {
    consume(req, res, limit, key) {
      const ofKey = key && countKey(res, key, limit === 'reports' ? REPORT_POINTS : 1);
      if (!limit) return ofKey;
      const id = `${limit}:${key?.key_id ?? addressOf(req)}`;
      return ofKey ? ofKey.then(() => count(res, id, limits[limit])) : count(res, id, limits[limit]);
    },
    async charge(res, key, points) {
      const [id, max] = [`key:${key.key_id}`, maxOf(key)];
      // One more: the request itself may have taken the last point.
      await admit(res, id, max, await leases.take(id, max + 1, points));
      if (key.brand_id === null || limits.perBrand === undefined) return;
      const brandMax = brandMaxOf(key);
      const shared = await brands.take({ brandId: key.brand_id, keyId: key.key_id, max: brandMax + 1 }, points);
      if (!shared.isWithin) await refuse(id, resetOf(shared), 'brand');
    },
    async delayStranger(req) {
      const delayMs = delayOf(`stranger:${addressOf(req)}`);
      if (delayMs > 0) await delay(delayMs);
    },
  };
};

const resetOf = ({ ms }: Place): number => Math.max(1, Math.ceil(ms / 1000));

/** What a report or an export costs the brand. */
const REPORT_POINTS = 10;
/**
 * 500 attendance events are smaller than this. The partners' contract has no larger request, and counts each as one.
 */
const FREE_BODY_BYTES = 512 * 1024;
const BYTES_A_POINT = 64 * 1024;

/** What a body costs beyond its request's one point. */
export const pointsForBody = (bytes: number): number => Math.ceil(Math.max(0, bytes - FREE_BODY_BYTES) / BYTES_A_POINT);

/** The caller's address, as limits count it. */
export const addressOf = (req: Request): string => callerAddress(req.ip ?? '');
