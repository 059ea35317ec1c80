import type { Request } from 'express';
import { HttpError } from '../http/errors.ts';

export interface OwnOrigin {
  /** The request comes from a page of ours, as its browser says. Throws HttpError 403 otherwise. */
  require(req: Request): void;
  /** As `require`, for callers that need not be browsers: they may say nothing. */
  requireIfNamed(req: Request): void;
}

/**
 * Tells pages of ours from others (CSRF): browsers name the page's origin with every request that changes something. Ours
 * is the address that the request was sent to, as `TRUST_PROXY` lets a proxy say it, or PUBLIC_ORIGIN.
 */
export const createOwnOrigin = (publicOrigin: string | undefined): OwnOrigin => {
  const isOurs = (req: Request, origin: string): boolean =>
    origin === publicOrigin || origin === `${req.protocol}://${req.host}`;
  const refuse = () => new HttpError(403, 'origin_forbidden');
  return {
    require: (req) => {
      const { origin } = req.headers;
      if (origin === undefined || !isOurs(req, origin)) throw refuse();
    },
    requireIfNamed: (req) => {
      const { origin } = req.headers;
      if (origin !== undefined && !isOurs(req, origin)) throw refuse();
    },
  };
};
