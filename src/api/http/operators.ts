import { hash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { bearerToken } from './auth.ts';
import { HttpError } from './errors.ts';
import { isFromHere } from './from-here.ts';

export interface OperatorOptions {
  /** METRICS_TOKEN. Without it, requests from this machine count as the operator's. */
  readonly token: string | undefined;
  /** How many proxies are in front of us. */
  readonly trustProxy: number;
}

export interface Operators {
  /** Throws HttpError 401 or 403 for a request that is not an operator's. */
  require(req: Request): void;
  /** Whether an operator asks. */
  areAsking(req: Request): boolean;
}

/** Tells operators from strangers: by METRICS_TOKEN or, without one, by their address. */
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
