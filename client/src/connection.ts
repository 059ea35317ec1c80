import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { errorOf, mayPass, TillstreamError } from './errors.ts';
import { createSession, type Exchanged } from './session.ts';
import { pauseAfter, unlessAborted, type Wait, wait as waitByTimer } from './waiting.ts';

/** How to reach a Tillstream, and as whom. */
export type ConnectionOptions = ReachOptions & (ByKey | BySession);

/** A program, with its key. */
interface ByKey {
  /** Of the audience that the client is for. A secret of a server: never send it to a page. */
  readonly apiKey: string;
  readonly session?: undefined;
}

/** A page that the Tillstream itself serves, as the person who has signed in there: the browser sends the cookie. */
interface BySession {
  readonly session: 'cookie';
  readonly apiKey?: undefined;
}

interface ReachOptions {
  /** The server's address: `https://till.example.com`, with or without `/v1` at its end. In a page, `''` is its own. */
  readonly baseUrl: string;
  /** The longest that one attempt may take, its answer included. 30 seconds unless told; reports may take longer. */
  readonly timeoutMs?: number;
  /** How often a request is sent that may be repeated. 5 unless told. */
  readonly maxAttempts?: number;
  /** Of messages and names: `ru`, `uz_latn`, `uz_cyrl`, `en`, `tr`. The brand's unless told. */
  readonly language?: string;
  /** Another fetch than the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How to wait between attempts, for tests. */
  readonly wait?: Wait;
}

/** For one call. */
export interface CallOptions {
  /** Ends the call, and every wait for its next attempt: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's. */
  readonly timeoutMs?: number | undefined;
}

/** What openapi-fetch takes for one request. */
type Sending = { readonly fetch: (request: Request) => Promise<Response> };

export interface Connection {
  readonly api: Client<paths>;
  /** For a request that has the same effect once and twice: repeated when no answer came, and after 429 and 5xx. */
  safe(options?: CallOptions): Sending;
  /** For a request that must not happen twice: sent again only if the server refused its token, so did nothing. */
  once(options?: CallOptions): Sending;
  /** As `safe`, but tried for as long as it takes: a feed goes on after the server was away. */
  patient(options?: CallOptions): Sending;
  /** The beginning of an answer that goes on. One attempt. */
  open(path: string, headers: Record<string, string>, options?: CallOptions): Promise<Response>;
  readonly wait: Wait;
}

interface Plain {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | ArrayBuffer | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;
/** Who is told to wait longer learns it by the error. */
const LONGEST_WAIT_S = 120;

/** Requests with the token of an API key, exchanged and renewed, or with a page's cookie. Repeated where that is safe. */
export const connect = (options: ConnectionOptions): Connection => {
  const { apiKey, timeoutMs = TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS, language, wait = waitByTimer } = options;
  const baseUrl = baseOf(options.baseUrl);
  // Called as a plain function: browsers refuse fetch as a method of another object.
  const send = options.fetch ?? ((url, init) => fetch(url, init));

  /** The head of an answer. */
  const begin = async ({ url, ...init }: Plain, signal: AbortSignal | undefined): Promise<Response> => {
    try {
      return await send(url, { ...init, credentials: 'same-origin', ...(signal && { signal }) } as RequestInit);
    } catch (cause) {
      throw asError(cause, url);
    }
  };

  /** The whole answer: an attempt whose answer breaks off has failed. */
  const attempt = async (request: Plain, { signal, timeoutMs: limit = timeoutMs }: CallOptions): Promise<Response> => {
    signal?.throwIfAborted();
    const over = AbortSignal.timeout(limit);
    const either = signal ? AbortSignal.any([signal, over]) : over;
    try {
      const answer = await begin(request, either);
      const body = await answer.arrayBuffer().catch((cause: unknown) => {
        throw asError(cause, request.url);
      });
      return assertOurs(answer, body, request.headers.get('accept'));
    } catch (error) {
      // The caller's own reason, not what became of the request.
      signal?.throwIfAborted();
      throw error;
    }
  };

  const tokens = createSession(async (): Promise<Exchanged> => {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    const body = JSON.stringify({ api_key: apiKey });
    const request = { url: `${baseUrl}/v1/auth/token`, method: 'POST', headers, body };
    // For all callers at once, so none of them can end it. It changes nothing, so it may be repeated.
    return (await repeat(maxAttempts, undefined, () => attempt(request, {}))).json() as Promise<Exchanged>;
  });

  const repeat = async <T>(attempts: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    for (let made = 1; ; made += 1) {
      try {
        return await work();
      } catch (error) {
        if (!mayPass(error) || made >= attempts || (error.retryAfter ?? 0) > LONGEST_WAIT_S) throw error;
        await wait(error.retryAfter === undefined ? pauseAfter(made) : error.retryAfter * 1_000, signal);
      }
    }
  };

  /**
   * Sends with a token, or as the browser's session. If the server refuses a token it has done nothing, so the request is
   * sent again with another. An ended session is for the person to begin anew.
   */
  const authorised = async (
    request: Plain,
    signal: AbortSignal | undefined,
    work: (request: Plain) => Promise<Response>,
    isSecond = false,
  ): Promise<Response> => {
    const token = apiKey === undefined ? undefined : await unlessAborted(tokens.token(), signal);
    const headers = new Headers(request.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    if (language !== undefined) headers.set('Accept-Language', language.replace('_', '-'));
    try {
      return await work({ ...request, headers });
    } catch (error) {
      if (token === undefined || !(error instanceof TillstreamError && error.status === 401)) throw error;
      tokens.refused(token);
      if (isSecond) throw error;
      return authorised(request, signal, work, true);
    }
  };

  const sending = (attempts: number, call: CallOptions = {}): Sending => ({
    fetch: async (request) => {
      const { url, method, headers } = request;
      const { signal } = call;
      // Pictures are no text.
      const isText = !headers.get('content-type')?.startsWith('image/');
      const body = method === 'GET' ? '' : await (isText ? request.text() : request.arrayBuffer());
      const plain = { url, method, headers, body: body === '' ? undefined : body };
      return authorised(plain, signal, (it) => repeat(attempts, signal, () => attempt(it, call)));
    },
  });

  return {
    api: createFetchClient<paths>({
      baseUrl,
      querySerializer: { array: { style: 'form', explode: false } },
      // Whoever calls a path by itself says nothing of repeats.
      ...sending(1),
    }),
    safe: (call) => sending(maxAttempts, call),
    once: (call) => sending(1, call),
    patient: (call) => {
      const forever = <T>(work: () => Promise<T>) => repeat(Number.POSITIVE_INFINITY, call?.signal, work);
      return { fetch: (request) => forever(() => sending(1, call).fetch(request.clone())) };
    },
    open: (path, given, { signal, timeoutMs: limit = timeoutMs } = {}) => {
      const request = { url: baseUrl + path, method: 'GET', headers: new Headers(given), body: undefined };
      return authorised(request, signal, async (it) => {
        const over = new AbortController();
        const late = setTimeout(() => over.abort(timeout(it.url)), limit);
        try {
          const answer = await begin(it, signal ? AbortSignal.any([signal, over.signal]) : over.signal);
          return answer.ok ? answer : assertOurs(answer, await answer.arrayBuffer());
        } finally {
          clearTimeout(late);
        }
      });
    },
    wait,
  };
};

/** The data of an answer: a connection throws for every other one. */
export const dataOf = async <Data>(asked: Promise<{ readonly data?: Data }>): Promise<NonNullable<Data>> =>
  (await asked).data as NonNullable<Data>;

const baseOf = (url: string): string => {
  // A page's own address. There is none in Node, which then calls '' no address.
  const { protocol, href } = new URL(url, (globalThis as { location?: { origin: string } }).location?.origin);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${url} is no address like https://till.example.com`);
  return href.replace(/\/+(v1\/*)?$/, '');
};

/** An answer of the API, whole. Throws TillstreamError for an error, and for what is neither JSON nor what was asked for. */
const assertOurs = (answer: Response, body: ArrayBuffer, accepted: string | null = null): Response => {
  const { status, ok, headers } = answer;
  if (!ok) throw errorOf(answer, new TextDecoder().decode(body));
  const type = headers.get('content-type') ?? '';
  const isAsked = type.includes('json') || (accepted !== null && type.startsWith(accepted));
  if (body.byteLength > 0 && !isAsked && !isJson(body)) {
    const message = 'The answer is not JSON: is a Tillstream at this address?';
    throw new TillstreamError({ status, code: 'unexpected_answer', message });
  }
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
};

const isJson = (body: ArrayBuffer): boolean => {
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
};

/** A failure of fetch itself. An abort of the caller stays what it is. */
const asError = (cause: unknown, url: string): unknown => {
  if (cause instanceof TillstreamError) return cause;
  const { name } = cause as Error;
  if (name === 'AbortError') return cause;
  if (name === 'TimeoutError') return timeout(url, cause);
  const message = `${new URL(url).origin} does not answer`;
  return new TillstreamError({ status: 0, code: 'no_answer', message, cause });
};

const timeout = (url: string, cause?: unknown): TillstreamError =>
  new TillstreamError({ status: 0, code: 'timeout', message: `${new URL(url).origin} did not answer in time`, cause });
