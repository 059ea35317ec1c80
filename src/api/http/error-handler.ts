import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { sendJson } from './answer.ts';
import { logFault } from './checked-request.ts';
import { errorBody, toHttpError } from './errors.ts';
import { stateOf } from './request-state.ts';
import type { Route } from './route.ts';

/** Answers every error of every route (docs/domain.md#errors-and-limits), and logs those that are our fault. */
export const createErrorHandler = (
  log: Logger,
  checkError: (route: Route, pattern: string, status: number) => void,
): ErrorRequestHandler => {
  return (error, _req, res, _next) => {
    const { requestId, route, pattern, key } = stateOf(res);
    const httpError = toHttpError(error);
    logFault(log, res, error);
    // Too late for an error answer: cutting the connection tells the client that its answer is not whole.
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (httpError.retryAfter !== undefined) res.setHeader('Retry-After', httpError.retryAfter);
    if (httpError.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
    const body = errorBody(httpError, key?.language ?? 'en', requestId);
    if (route) checkError(route, pattern ?? route.path, httpError.status);
    sendJson(res, httpError.status, body);
  };
};
