import { createHmac, hash } from 'node:crypto';
import type { Request } from 'express';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { hasSessionCookie } from '../sessions/cookie.ts';
import type { SessionCallers } from '../sessions/session-callers.ts';
import { HttpError } from './errors.ts';
import type { KeyDirectory, KeyRecord } from './key-record.ts';

const TOKEN_LIFETIME_S = 30 * 24 * 3600;
/** Our tokens have some 250 characters. A longer one is not worth checking. */
const MAX_TOKEN_LENGTH = 2_048;

export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** ISO 8601 instant. */
  readonly expires_at: string;
}

export interface Authenticator {
  /** The key behind an Authorization header. Throws HttpError 401. */
  authenticate(header: string | undefined): Promise<KeyRecord>;
  /**
   * Who sends a request: the key of its token or, if it has none, the person of its cookie. Throws HttpError 401, and what
   * `sessions` throws.
   */
  callerOf(req: Request): KeyRecord | Promise<KeyRecord>;
  /** Makes a token for an API key, for 30 days but no longer than the key lives. Throws HttpError 401. */
  exchange(apiKey: string): Promise<IssuedToken>;
  issueToken(key: KeyRecord): IssuedToken;
}

export interface AuthenticatorOptions {
  readonly secret: string;
  readonly keys: KeyDirectory;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly hashApiKey: (apiKey: string) => string;
  /** Left out: there are no people, only keys. */
  readonly sessions?: SessionCallers;
}

interface Verified {
  readonly key_id: string;
  /** Seconds since the epoch. */
  readonly exp: number;
  readonly binding: string | null;
}

/**
 * Tokens (docs/domain.md#keys). A token only names its key. At every request the directory says what the key may do
 * now, and whether it is still good.
 */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticator => {
  const { secret, keys, clock, hashApiKey, sessions } = options;
  // Checking a signature costs more than remembering it. Hashes are kept, so that no token can be read from memory.
  const verified = new LRUCache<string, Verified>(atMost(10_000));

  const verify = (token: string): Verified => {
    const digest = hash('sha256', token);
    const known = verified.get(digest);
    const now = clock() / 1000;
    if (known) {
      if (known.exp <= now) throw new HttpError(401, 'invalid_token');
      return known;
    }
    const fresh = readToken(token, secret, Math.floor(now));
    verified.set(digest, fresh);
    return fresh;
  };

  /** Hashed with the secret: what a token shows must not help anybody to guess the key. */
  const bindingOf = ({ token_binding }: KeyRecord): string | null =>
    token_binding === null ? null : createHmac('sha256', secret).update(token_binding).digest('hex').slice(0, 16);

  const issueToken = (key: KeyRecord): IssuedToken => {
    const now = Math.floor(clock() / 1000);
    const keyEnds = key.expires_at === null ? Number.POSITIVE_INFINITY : Math.floor(Date.parse(key.expires_at) / 1000);
    const exp = Math.min(now + TOKEN_LIFETIME_S, keyEnds);
    const binding = bindingOf(key);
    const claims = {
      sub: key.key_id,
      aud: key.audience,
      brand: key.brand_id,
      iat: now,
      exp,
      ...(binding !== null && { binding }),
    };
    return {
      access_token: jwt.sign(claims, secret, { algorithm: 'HS256' }),
      token_type: 'Bearer',
      expires_at: new Date(exp * 1000).toISOString(),
    };
  };

  const authenticate = async (header: string | undefined): Promise<KeyRecord> => {
    const { key_id, binding } = verify(bearerToken(header));
    const found = keys.byId(key_id);
    const key = found instanceof Promise ? await found : found;
    if (!key || !isUsable(key, clock()) || bindingOf(key) !== binding) throw new HttpError(401, 'invalid_token');
    return key;
  };

  return {
    issueToken,
    authenticate,
    callerOf: (req) => {
      const { authorization } = req.headers;
      // A page can not make a browser send a token: who sends one means it, whatever cookies come with it.
      const isPerson = authorization === undefined && sessions !== undefined && hasSessionCookie(req.headers);
      return isPerson ? sessions.of(req) : authenticate(authorization);
    },

    async exchange(apiKey) {
      const key = await keys.byHash(hashApiKey(apiKey));
      if (!key || !isUsable(key, clock())) throw new HttpError(401, 'invalid_api_key');
      return issueToken(key);
    },
  };
};

const isUsable = (key: KeyRecord, now: number): boolean =>
  !key.revoked && (key.expires_at === null || Date.parse(key.expires_at) > now);

/** The token of an Authorization header. Throws HttpError 401. */
export const bearerToken = (header: string | undefined): string => {
  const token = header === undefined ? undefined : /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new HttpError(401, 'no_token');
  if (token.length > MAX_TOKEN_LENGTH) throw new HttpError(401, 'invalid_token');
  return token;
};

const readToken = (token: string, secret: string, now: number): Verified => {
  try {
    const claims = jwt.verify(token, secret, { algorithms: ['HS256'], clockTimestamp: now }) as jwt.JwtPayload;
    const { sub, exp, binding } = claims;
    // We never issue a token without an end, so this one is not ours, even if its signature is good.
    if (typeof sub === 'string' && typeof exp === 'number') return { key_id: sub, exp, binding: binding ?? null };
  } catch {
    // Whatever is wrong with the token, the caller learns only that it is not good.
  }
  throw new HttpError(401, 'invalid_token');
};
