import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { Unavailable } from '../../commands/loop/unavailable.ts';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { HttpError } from '../http/errors.ts';
import { type Counter, NOW } from '../http/shared-counter.ts';

/** Seconds: from the first failure on. */
export const FAILURE_WINDOW_S = 15 * 60;
const OF_A_LOGIN = 10;
const OF_AN_ADDRESS = 60;

/** One who tries to sign in. */
export interface Attempt {
  /** As it was typed. Undefined: there is none, as with an invitation. */
  readonly login?: string;
  /** As limits by address count it (`callerAddress`). */
  readonly address: string;
}

/**
 * Failed attempts to sign in, counted over all processes. An attempt takes its place among those of its login before the
 * password is looked at, so that many at once can not try more passwords than one after the other.
 *
 * An address from which the account has signed in before is refused for its own failures alone. Otherwise whoever knows a
 * login could lock its owner out for ever.
 */
export interface Failures {
  /** Throws HttpError 429 if the login or the address has failed too often, without a question to the database if that is known. */
  requireFew(attempt: Attempt): void;
  /** Takes the place. `isKnown`: the account has signed in from there. Throws HttpError 429. */
  begin(attempt: Attempt, isKnown: boolean): Promise<void>;
  failed(attempt: Attempt): Promise<void>;
  /** Forgets the failures of the login. Those of the address stay. */
  succeeded(attempt: Attempt): Promise<void>;
}

export interface FailuresOptions {
  readonly pool: pg.Pool;
  /** With windows of FAILURE_WINDOW_S. */
  readonly counter: Counter;
}

const PEEK = `select points as "consumedPoints", expire - ${NOW} as "msBeforeNext" from app.rate_limits
  where key = $1 and expire > ${NOW}`;

export const createFailures = ({ pool, counter }: FailuresOptions): Failures => {
  /** Until when, on the monotonic clock, an address is known to be refused, for a login or for all. */
  const refusedUntil = new LRUCache<string, number>(atMost(10_000));

  const refuse = (id: string, ms: number): HttpError => {
    refusedUntil.set(id, performance.now() + ms);
    const seconds = Math.max(1, Math.ceil(ms / 1_000));
    return new HttpError(429, 'too_many_sign_ins', { retry_after: seconds }, seconds);
  };

  const requireUnknown = (id: string): void => {
    const ms = (refusedUntil.get(id) ?? 0) - performance.now();
    if (ms > 0) throw refuse(id, ms);
  };

  const count = (id: string) =>
    counter.consume(id, 1).catch((cause: unknown) => {
      throw new Unavailable('failed sign-ins can not be counted', { cause });
    });

  return {
    requireFew: ({ login, address }) => {
      if (login !== undefined) requireUnknown(idOfBoth(login, address));
      requireUnknown(idOfAddress(address));
    },
    begin: async ({ login, address }, isKnown) => {
      const { rows } = await pool.query<{ consumedPoints: number; msBeforeNext: number }>(PEEK, [idOfAddress(address)]);
      const known = rows[0];
      if (known && known.consumedPoints >= OF_AN_ADDRESS) throw refuse(idOfAddress(address), known.msBeforeNext);
      if (login === undefined) return;
      const own = isKnown ? await count(idOfBoth(login, address)) : undefined;
      const all = await count(idOfLogin(login));
      const { consumedPoints, msBeforeNext } = own ?? all;
      if (consumedPoints > OF_A_LOGIN) throw refuse(idOfBoth(login, address), msBeforeNext);
    },
    failed: async ({ address }) => {
      await count(idOfAddress(address));
    },
    succeeded: async ({ login, address }) => {
      if (login === undefined) return;
      const ids = [idOfLogin(login), idOfBoth(login, address)];
      await pool.query('delete from app.rate_limits where key = any ($1)', [ids]);
    },
  };
};

/** A hash: what somebody typed as a login may be a person's name, or a password. */
const idOfLogin = (login: string): string => `sign-in:${hash('sha256', login.toLowerCase())}`;
const idOfBoth = (login: string, address: string): string => `${idOfLogin(login)}:${address}`;
const idOfAddress = (address: string): string => `sign-in-from:${address}`;
