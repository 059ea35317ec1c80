import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { isFromHere } from '../http/from-here.ts';

/** Bytes of randomness in a session's secret. */
export const TOKEN_BYTES = 32;
const NAME = 'tillstream';
/** Browsers take a cookie of this name only over https, for this host alone and for all of it. */
const SECURE_NAME = `__Host-${NAME}`;
const TOKEN = /^[\w-]{43}$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether the browser speaks plain http to this very machine, where it keeps no `__Host-` cookie. A proxy on the machine
 * seems to do so as well: it is known by its headers.
 */
export const isPlainLoopback = (req: Request): boolean =>
  !req.secure && isFromHere(req) && LOOPBACK_HOST.test(req.headers.host ?? '');

const nameOf = (isPlain: boolean): string => (isPlain ? NAME : SECURE_NAME);

/** Whether a request may have a cookie of ours: asked of every request without a token. */
export const hasSessionCookie = ({ cookie }: IncomingHttpHeaders): boolean => cookie?.includes(NAME) ?? false;

/** The secret in the session's cookie. Undefined: there is none that we have made, or there are several. */
export const sessionToken = (req: Request, isPlain: boolean): string | undefined => {
  const start = `${nameOf(isPlain)}=`;
  const found = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  const token = found[0]?.slice(start.length);
  return found.length === 1 && token !== undefined && TOKEN.test(token) ? token : undefined;
};

/** The header that gives the browser its session. `maxAgeS`: seconds; 0 takes the cookie away. */
export const sessionCookie = (token: string, maxAgeS: number, isPlain: boolean): string =>
  `${nameOf(isPlain)}=${token}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`;
