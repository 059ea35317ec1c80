import type { Request } from 'express';
import { HttpError } from '../http/errors.ts';
import { isPlainLoopback, sessionToken } from './cookie.ts';
import type { OwnOrigin } from './own-origin.ts';
import type { SessionDirectory } from './session-directory.ts';
import type { SessionRecord } from './session-record.ts';

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The person behind a request with a cookie. */
export interface SessionCallers {
  /** Throws HttpError 401 if nobody is signed in, and 403 if a page of another origin wants to change something. */
  of(req: Request): SessionRecord | Promise<SessionRecord>;
}

export const createSessionCallers = ({
  sessions,
  ownOrigin,
}: {
  readonly sessions: SessionDirectory;
  readonly ownOrigin: OwnOrigin;
}): SessionCallers => {
  const require = (session: SessionRecord | undefined): SessionRecord => {
    if (!session) throw new HttpError(401, 'session_ended');
    return session;
  };
  return {
    of: (req) => {
      const token = sessionToken(req, isPlainLoopback(req));
      if (token === undefined) throw new HttpError(401, 'session_ended');
      if (!CHANGES_NOTHING.has(req.method)) ownOrigin.require(req);
      const found = sessions.byToken(token);
      return found instanceof Promise ? found.then(require) : require(found);
    },
  };
};
