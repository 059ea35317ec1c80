import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { AccountView } from '../../commands/accounts/account-directory.ts';
import type { KeyLease } from '../../commands/keys/key-lease.ts';
import { LONGEST_MS, type Session, type SessionStore } from '../../commands/sessions/session-store.ts';
import { isPlainLoopback, sessionCookie, sessionToken, TOKEN_BYTES } from './cookie.ts';
import { hashToken } from './session-directory.ts';

export interface BegunSession {
  readonly session_id: string;
  /** ISO 8601 instant: however often it is used. */
  readonly ends_at: string;
  /** The header Set-Cookie. */
  readonly cookie: string;
}

export interface SessionLife {
  /**
   * Lets a person in on the device that sends the request. The secret is always new: one that somebody has put into the
   * browser before is worth nothing. A session that the browser had ends.
   */
  begin(account: AccountView, req: Request): Promise<BegunSession>;
  /** Resolves when no process lets the session in any more. False: the account has no such session. */
  end(accountId: number, sessionId: string): Promise<boolean>;
  /** Those of the account that are good. */
  list(account: AccountView): Promise<Session[]>;
  /** The header that takes the cookie away. */
  takeCookie(req: Request): string;
}

export interface SessionLifeOptions {
  readonly sessions: SessionStore;
  readonly lease: Pick<KeyLease, 'changed'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

const DEVICE_SHOWN = 200;

export const createSessionLife = ({ sessions, lease, clock, newUuid }: SessionLifeOptions): SessionLife => {
  const end: SessionLife['end'] = async (accountId, sessionId) => {
    const isEnded = await sessions.end(accountId, sessionId);
    if (isEnded) await lease.changed(sessionId);
    return isEnded;
  };

  return {
    begin: async (account, req) => {
      const isPlain = isPlainLoopback(req);
      const { account_id, brand_id, session_epoch } = account;
      const earlier = sessionToken(req, isPlain);
      const old = earlier === undefined ? undefined : await sessions.find(hashToken(earlier));
      if (old) await end(old.account_id, old.session_id);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const session_id = newUuid();
      const device = (req.headers['user-agent'] ?? '').slice(0, DEVICE_SHOWN);
      const session = { session_id, account_id, brand_id, account_epoch: session_epoch, device };
      for (const ended of await sessions.add(hashToken(token), session)) await lease.changed(ended);
      const ends_at = new Date(clock() + LONGEST_MS).toISOString();
      return { session_id, ends_at, cookie: sessionCookie(token, LONGEST_MS / 1_000, isPlain) };
    },
    end,
    list: ({ account_id, session_epoch }) => sessions.list(account_id, session_epoch),
    takeCookie: (req) => sessionCookie('', 0, isPlainLoopback(req)),
  };
};
