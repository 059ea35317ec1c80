import { TooSoon } from '../../commands/loop/too-soon.ts';
import { Unavailable } from '../../commands/loop/unavailable.ts';
import { isDatabaseAway } from '../../database/connection.ts';
import { isRecord } from '../../domain/is-record.ts';
import { Refusal, type RefusalMore } from '../../domain/refusal.ts';
import { InvalidEvents, StoreUnavailable } from '../../event-store/event-store.ts';
import { ImageStoreUnavailable } from '../../images/image-store.ts';
import { isReadModelUnready } from '../../projections/engine/failures.ts';
import { TooMuchWork } from '../../projections/reports/work-budget.ts';
import type { Language } from './messages/languages.ts';
import { type MessageParams, messageOf } from './messages/messages.ts';

/** An error of the HTTP layer itself. Business rules throw Refusal. */
export class HttpError extends Error {
  readonly status: number;
  /** Key of the message catalogue. */
  readonly code: string;
  readonly params: MessageParams;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly more: RefusalMore;
  /** Of a 429, for the metrics: whose limit it was. The code, where that says it. */
  readonly reason: string;

  constructor(
    status: number,
    code: string,
    params: MessageParams = {},
    retryAfter?: number,
    more: RefusalMore = {},
    reason = code,
  ) {
    super(code);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.params = params;
    this.retryAfter = retryAfter;
    this.more = more;
    this.reason = reason;
  }
}

/** What ends the work for a client that has gone. It reads no answer, and nothing is logged as a fault. */
export const callerHasGone = (): HttpError => new HttpError(503, 'unavailable', {}, 1);

const REFUSAL_STATUS = { invalid: 400, forbidden: 403, not_found: 404, conflict: 409 } as const;

/** What an error means to the caller (docs/domain.md#errors-and-limits). An unknown error is our own fault: 500. */
export const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error;
  if (error instanceof Refusal) {
    const { kind, code, params, more } = error;
    return new HttpError(REFUSAL_STATUS[kind], code, params, undefined, more);
  }
  if (error instanceof TooSoon) {
    return new HttpError(429, error.code, { retry_after: error.retryAfter }, error.retryAfter);
  }
  if (error instanceof TooMuchWork) {
    return new HttpError(429, 'reports_too_heavy', { retry_after: error.retryAfter }, error.retryAfter);
  }
  if (
    error instanceof Unavailable ||
    error instanceof StoreUnavailable ||
    error instanceof ImageStoreUnavailable ||
    isDatabaseAway(error) ||
    isReadModelUnready(error)
  )
    return new HttpError(503, 'unavailable', {}, 1);
  // It would fail again: the fault is in the request, though our own checks should have seen it first.
  if (error instanceof InvalidEvents) return new HttpError(400, 'value_not_storable');
  // The router itself throws this for a path with malformed percent-encoding.
  if (error instanceof URIError) return new HttpError(400, 'path_malformed');
  return new HttpError(500, 'internal');
};

export interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly request_id: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retry_after?: number;
}

export const errorBody = (error: HttpError, language: Language, requestId: string): ErrorBody => ({
  message: messageOf(language, error.code, error.params),
  code: error.code,
  request_id: requestId,
  ...fieldAndDetails(error),
  ...(error.status === 429 && { retry_after: error.retryAfter ?? 1 }),
  ...besideDetails(error),
});

type Caused = Pick<HttpError, 'params' | 'more'>;

/**
 * The field that is to blame, and the values that the text holds, both for programs. Left out if there are none. The
 * words of another service (`message`) are for people, and may say anything, so they stay in the text.
 */
export const fieldAndDetails = ({ params, more }: Caused): Pick<ErrorBody, 'field' | 'details'> => {
  const { field = more.field, message: _words, retry_after: _seconds, ...values } = params;
  // A conflict names its table itself.
  const details = more.conflict ? {} : { ...values, ...more.details };
  return {
    ...(field !== undefined && { field: String(field) }),
    ...(Object.keys(details).length > 0 && { details }),
  };
};

const besideDetails = ({ more: { field: _field, details: _details, ...beside } }: Caused) => beside;

/**
 * An error's code, text and further fields for the caller, for errors that are a part of an answer: `details` there holds
 * all that the answer of its own would. Logs those that are our fault.
 */
export const describeError = (
  error: unknown,
  request: { readonly language: Language; logFault(error: unknown): void },
): { code: string; message: string; field: string | null; details: Readonly<Record<string, unknown>> | null } => {
  request.logFault(error);
  const caused = toHttpError(error);
  const { code, params } = caused;
  const { field = null, details } = fieldAndDetails(caused);
  const all = { ...details, ...besideDetails(caused) };
  const message = messageOf(request.language, code, params);
  return { code, message, field, details: Object.keys(all).length > 0 ? all : null };
};

/** Whether the operator should look into it. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof HttpError) && (toHttpError(error).status >= 500 || error instanceof InvalidEvents);

/** An error as the log may show it. The text and fields of a database error quote values, which may be personal. */
export const errorForLog = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error && isRecord(error))) return { type: typeof error };
  const { name, message, stack = '', cause, code, severity, constraint, table } = error;
  const fromDatabase = severity !== undefined;
  return {
    type: name,
    ...(code !== undefined && { code }),
    ...(fromDatabase ? { constraint, table, stack: stack.slice(stack.indexOf('\n    at ')) } : { message, stack }),
    ...(cause !== undefined && { cause: errorForLog(cause) }),
  };
};
