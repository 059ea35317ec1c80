import type { RequestHandler } from 'express';
import { stateOf } from './request-state.ts';
import { API_HEADERS } from './security-headers.ts';
import { closeIfStopping } from './write-head.ts';

/**
 * Begins the answer of what is no route: a document, a page, a file. One label in the log and the metrics, whichever file
 * below it is asked for.
 */
export const beginPage =
  (pattern: string, headers: Readonly<Record<string, string>> = {}): RequestHandler =>
  (_req, res, next) => {
    const state = stateOf(res);
    state.pattern = pattern;
    closeIfStopping(res);
    res.setHeaders(new Map([...API_HEADERS, ...Object.entries(headers), ['X-Request-Id', state.requestId]]));
    next();
  };
