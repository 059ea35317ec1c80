import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isRecord } from '../../domain/is-record.ts';
import { sendJson } from './answer.ts';
import type { Authenticator } from './auth.ts';
import { type ErrorBody, errorBody, errorForLog, isFault, toHttpError } from './errors.ts';
import { askedLanguage } from './messages/asked-language.ts';
import type { Language } from './messages/languages.ts';
import { stateOf } from './request-state.ts';
import type { Route } from './route.ts';

/** Answers every error of every route (docs/domain.md#errors-and-limits), and logs those that are our fault. */
export const createErrorHandler = (
  log: Logger,
  checkError: (route: Route, pattern: string, status: number, body: ErrorBody) => void,
  authenticator: Pick<Authenticator, 'authenticate'>,
  noteTooMany: (of: { readonly reason: string }) => void,
): ErrorRequestHandler => {
  /** Where there is no route, nobody was asked yet who calls. English if it can not be told. */
  const languageOf = async (authorization: string): Promise<Language> => {
    try {
      return (await authenticator.authenticate(authorization)).language;
    } catch {
      return 'en';
    }
  };

  return async (error, req, res, _next) => {
    const { requestId, route, pattern, key } = stateOf(res);
    const httpError = toHttpError(error);
    logFault(log, res, error);
    if (httpError.status === 429) noteTooMany({ reason: httpError.reason });
    // Too late for an error answer: cutting the connection tells the client that its answer is not whole.
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (httpError.retryAfter !== undefined) res.setHeader('Retry-After', httpError.retryAfter);
    if (httpError.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
    const { authorization } = req.headers;
    const isNowhere = !route && authorization !== undefined;
    const language = askedLanguage(req) ?? key?.language ?? (isNowhere ? await languageOf(authorization) : 'en');
    const body = errorBody(httpError, language, requestId);
    if (route) checkError(route, pattern ?? route.path, httpError.status, body);
    sendJson(res, httpError.status, body);
  };
};

/**
 * Logs an error that is our own fault, not errors of callers or of a busy service. When a caller hangs up, the work for it is
 * cancelled: what fails then is told, but is no error.
 */
export const logFault = (log: Logger, res: Response, error: unknown): void => {
  if (!isFault(error)) return;
  const { requestId, pattern } = stateOf(res);
  const details = { error: errorForLog(error), request_id: requestId, route: pattern };
  const hasGone = (res.closed || res.req.socket.destroyed) && !res.writableFinished;
  if (hasGone) log.info(details, 'ended: the caller has gone');
  else if (toHttpError(error).status === 503) logOutage(log, details);
  else log.error(details, 'request failed');
};

const EVERY_MS = 1_000;

interface Told {
  readonly at: number;
  /** Requests that failed since then, of which nothing was said. */
  untold: number;
}

const lastTold = new WeakMap<Logger, Told>();

/**
 * Tells that a store is away, or that something else can not be done now: one line a second, however many requests fail
 * meanwhile, and no stack. `untold`: how many have failed since the line before.
 */
const logOutage = (
  log: Logger,
  details: { readonly error: Record<string, unknown>; readonly request_id: string; readonly route: string | undefined },
): void => {
  const now = performance.now();
  const told = lastTold.get(log);
  if (told && now - told.at < EVERY_MS) {
    told.untold += 1;
    return;
  }
  lastTold.set(log, { at: now, untold: 0 });
  log.error(
    { ...details, error: withoutStacks(details.error), untold: told?.untold ?? 0 },
    'requests can not be carried out now',
  );
};

const withoutStacks = ({ stack: _, cause, ...error }: Record<string, unknown>): Record<string, unknown> => ({
  ...error,
  ...(isRecord(cause) && { cause: withoutStacks(cause) }),
});
