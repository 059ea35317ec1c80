import { TooSoon } from '../../commands/loop/too-soon.ts';
import { Unavailable } from '../../commands/loop/unavailable.ts';
import { isDatabaseAway } from '../../database/connection.ts';
import { isRecord } from '../../domain/is-record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { InvalidEvents, StoreUnavailable } from '../../event-store/event-store.ts';
import { isReadModelMissing } from '../../projections/engine/failures.ts';
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
  /** Additional fields of the body, such as the `conflict` of a busy table. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    status: number,
    code: string,
    params: MessageParams = {},
    retryAfter?: number,
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(code);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.params = params;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

const REFUSAL_STATUS = { invalid: 400, forbidden: 403, not_found: 404, conflict: 409 } as const;

/** What an error means to the caller (docs/domain.md#errors-and-limits). An unknown error is our own fault: 500. */
export const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error;
  if (error instanceof Refusal) {
    const { kind, code, params, details } = error;
    return new HttpError(REFUSAL_STATUS[kind], code, params, undefined, details);
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
    isDatabaseAway(error) ||
    isReadModelMissing(error)
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
  readonly retry_after?: number;
}

export const errorBody = (error: HttpError, language: Language, requestId: string): ErrorBody => ({
  message: messageOf(language, error.code, error.params),
  code: error.code,
  request_id: requestId,
  ...(error.status === 429 && { retry_after: error.retryAfter ?? 1 }),
  ...error.details,
});

/** An error's code, text and further fields for the caller, for errors that are a part of an answer. Logs those that are our fault. */
export const describeError = (
  error: unknown,
  request: { readonly language: Language; logFault(error: unknown): void },
): { code: string; message: string; details: Readonly<Record<string, unknown>> | null } => {
  request.logFault(error);
  const { code, params, details: fields } = toHttpError(error);
  const { details, ...others } = fields ?? {};
  const all = { ...others, ...(details as object | undefined) };
  return { code, message: messageOf(request.language, code, params), details: fields ? all : null };
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
