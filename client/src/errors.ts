/** What an answer said of itself, when it was no success. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A request that did not succeed.
 *
 * @example
 * ```ts
 * try {
 *   await till.orders.place(order);
 * } catch (error) {
 *   if (error instanceof TillstreamError && error.code === 'product_on_stop') showSoldOut(error.details);
 *   else throw error;
 * }
 * ```
 */
export class TillstreamError extends Error {
  /** Of the HTTP answer; 0 if there was none. */
  readonly status: number;
  /** Stable, for programs: a code of the API, or `no_answer`, `timeout`, `unexpected_answer` of this client. */
  readonly code: string;
  /** The field that is to blame, as a path: `items[0].quantity`. */
  readonly field: string | undefined;
  /** The values that the message holds, such as `available_quantity`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Tell it to the venue's operator: the server's log has it too. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor({ status, code, message, field, details = {}, requestId, retryAfter, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TillstreamError';
    this.status = status;
    this.code = code;
    this.field = field;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Whether the same request may succeed later. */
export const mayPass = (error: unknown): error is TillstreamError =>
  error instanceof TillstreamError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The error that an answer tells of. `text` is its body: JSON of the API, or what something between us answered. */
export const errorOf = (answer: Response, text: string): TillstreamError => {
  const { status, headers } = answer;
  const body = parse(text);
  const { message, code, request_id, retry_after, field, details, ...others } = body;
  const seconds = Number(headers.get('retry-after') ?? retry_after ?? Number.NaN);
  return new TillstreamError({
    status,
    code: typeof code === 'string' ? code : 'unexpected_answer',
    message: typeof message === 'string' ? message : `The server answered ${status}`,
    field: typeof field === 'string' ? field : undefined,
    details: { ...others, ...(details as object | undefined) },
    requestId: (request_id as string | undefined) ?? headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
};

const parse = (text: string): Record<string, unknown> => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  } catch {
    return {};
  }
};
