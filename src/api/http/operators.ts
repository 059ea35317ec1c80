import { hash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { bearerToken } from './auth.ts';
import { HttpError } from './errors.ts';

export interface OperatorOptions {
  /** METRICS_TOKEN. Without it, requests from this machine are the operator's. */
  readonly token: string | undefined;
  /** Proxies in front of us. */
  readonly trustProxy: number;
}

export interface Operators {
  /** Throws HttpError 401 or 403 for a request of anybody else than those who run the service. */
  require(req: Request): void;
  /** Whether those who run the service ask. */
  areAsking(req: Request): boolean;
}

/** What proxies add. Behind a proxy on this machine every caller seems to be on this machine. */
const FROM_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** Tells those who run the service from strangers: by METRICS_TOKEN, or, where there is none, by their address. */
export const createOperators = ({ token, trustProxy }: OperatorOptions): Operators => {
  const hasToken = (req: Request, expected: string): void => {
    const given = hash('sha256', bearerToken(req.headers.authorization), 'buffer');
    if (!timingSafeEqual(given, hash('sha256', expected, 'buffer'))) throw new HttpError(401, 'invalid_token');
  };
  const require = (req: Request): void => {
    if (token !== undefined) hasToken(req, token);
    else if (trustProxy > 0 || !isFromHere(req)) throw new HttpError(403, 'metrics_forbidden');
  };
  return {
    require,
    areAsking: (req) => {
      try {
        require(req);
        return true;
      } catch {
        return false;
      }
    },
  };
};

const isFromHere = ({ socket: { remoteAddress = '' }, headers }: Request): boolean =>
  ipaddr.isValid(remoteAddress) &&
  ipaddr.process(remoteAddress).range() === 'loopback' &&
  FROM_PROXIES.every((name) => headers[name] === undefined);
