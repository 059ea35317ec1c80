import type { Response } from 'express';
import { stateOf } from './request-state.ts';
import { API_HEADERS } from './security-headers.ts';

const SAME_FOR_ALL = [...API_HEADERS].flat();

/**
 * Writes the status and all headers of an answer; `own` and the others are names and values in turn. Headers that are
 * set one by one cost half as much again, and there are some fifteen: so only headers of few answers are set one by
 * one, and they stay. Answers hold tokens, phones and names: no cache on the way may keep one, unless `cacheControl`
 * says so.
 */
export const writeHead = (res: Response, status: number, own: readonly string[], cacheControl = 'no-store'): void => {
  closeIfStopping(res);
  const { requestId, quota = [] } = stateOf(res);
  res.writeHead(status, [...SAME_FOR_ALL, 'Cache-Control', cacheControl, 'X-Request-Id', requestId, ...quota, ...own]);
};

/** The client then sends its next request over another connection, and not into one that is being closed. */
export const closeIfStopping = (res: Response): void => {
  if (stateOf(res).isStopping()) res.shouldKeepAlive = false;
};
