import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import manifest from '../../../package.json' with { type: 'json' };
import { codeOf, toError } from '../../database/thrown.ts';
import { ForbiddenAddress, guardedLookup, requireAllowedHost } from './address-guard.ts';
import { createNameResolver } from './name-resolver.ts';

/** The result of one call. */
export interface CallResult {
  /** The answer's status; null if there was no answer in time. */
  readonly status_code: number | null;
  /**
   * Null: delivered. Otherwise a word or an error code that says why not; never a text, which might contain something
   * about the guest.
   */
  readonly failure: string | null;
}

export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The most bytes of the answer's body that are read. Undefined: the body is not read. */
  readonly answerBytes?: number | undefined;
  /** Milliseconds that are left for this call, if they are fewer than usual. */
  readonly withinMs?: number;
}

export interface Answered extends CallResult {
  /** The header Retry-After of an answer 429 or 503. */
  readonly retry_after?: string;
  /** The body as text, if `answerBytes` asked for it. Null: it is larger than that, or did not end in time. */
  readonly answer?: string | null;
  /** Resolves when the body no longer holds the connection. */
  readonly drained: Promise<unknown>;
}

export interface Exchange {
  /**
   * Never rejects. A call is delivered if the head of a 2xx answer comes in time; with `answerBytes`, it resolves when
   * the body has come too.
   */
  post(call: Call): Promise<Answered>;
  close(): Promise<void>;
}

export interface ExchangeOptions {
  /** Allows http, and addresses that are not public. */
  readonly allowPrivate: boolean;
  /** Limit of the whole exchange, from looking up the name to the end of the answer. */
  readonly timeoutMs: number;
  /** Finds the addresses of a name; by default as the machine is set up. Not `dns.lookup`: see createNameResolver. */
  readonly lookup?: LookupFunction | undefined;
}

/** The most bytes of an answer that are waited for. They are thrown away. */
const MAX_ANSWER_BYTES = 16 * 1024;
/**
 * The most bytes that a connection brings for one call, of whatever kind: interim answers and the decoration of chunks are no
 * part of a body, and no limit of the parser counts them. Far more than any body that is read.
 */
const MAX_RECEIVED_BYTES = 1024 * 1024;
/**
 * Shorter than any receiver keeps an idle connection: if a connection is closed while we send, that costs an attempt. Longer
 * than a second, after which the next calls of a backlog may begin: else each would need a connection of its own.
 */
const KEEP_ALIVE_MS = 1_500;
/** By which a receiver knows in its logs who calls. */
const USER_AGENT = `Tillstream/${manifest.version}`;
/** Answers that may say when to call again. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Calls to addresses that others have chosen: whatever is there, a call ends in time and never goes to a forbidden
 * address.
 */
export const createExchange = (options: ExchangeOptions): Exchange => {
  const { allowPrivate, timeoutMs, lookup = createNameResolver() } = options;
  const connect = buildConnector({ lookup: guardedLookup(allowPrivate, lookup), timeout: timeoutMs, allowH2: false });
  const agent = new Agent({
    connect: (options, callback) => {
      try {
        requireAllowedHost(options.hostname, allowPrivate);
      } catch (error) {
        return callback(toError(error), null);
      }
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        boundReceived(socket);
        callback(null, socket);
      });
    },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  const post: Exchange['post'] = async ({ url, headers, body, answerBytes, withinMs = timeoutMs }) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), Math.min(withinMs, timeoutMs));
    try {
      const { protocol, origin, pathname, search } = new URL(url);
      if (protocol !== 'https:' && !allowPrivate) throw new ForbiddenAddress();
      const path = pathname + search;
      const { signal } = deadline;
      const sent = { 'user-agent': USER_AGENT, ...headers };
      const answer = await agent.request({ origin, path, method: 'POST', headers: sent, body, signal });
      const { statusCode } = answer;
      const retry_after = BUSY.has(statusCode) ? [answer.headers['retry-after']].flat()[0] : undefined;
      const isDelivered = statusCode >= 200 && statusCode < 300;
      const failure = isDelivered ? null : 'not_2xx';
      const result = { status_code: statusCode, failure, ...(retry_after !== undefined && { retry_after }) };
      if (answerBytes !== undefined) {
        const text = await readText(answer, answerBytes, deadline.signal);
        clearTimeout(timer);
        return { ...result, answer: text, drained: Promise.resolve() };
      }
      const drained = drain(answer, deadline.signal).finally(() => clearTimeout(timer));
      return { ...result, drained };
    } catch (error) {
      clearTimeout(timer);
      const failure = deadline.signal.aborted ? 'timeout' : nameOf(error);
      return { status_code: null, failure, drained: Promise.resolve() };
    }
  };

  return { post, close: () => agent.destroy() };
};

/** Ends the connection when one call has brought too much. A call begins when something more was written. */
const boundReceived = (socket: Socket): void => {
  let [written, before, received] = [0, 0, 0];
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) [written, before] = [socket.bytesWritten, received];
    received = socket.bytesRead;
    if (received - before > MAX_RECEIVED_BYTES) {
      socket.destroy(Object.assign(new Error('the receiver sends without end'), { code: 'ANSWER_TOO_LARGE' }));
    }
  });
};

const drain = ({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> =>
  body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => {});

/** The whole body. Null if it is too large, breaks off, or does not end before the signal: then it is thrown away. */
const readText = async (
  { body }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | null> => {
  const giveUp = (): void => void body.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  body.on('error', () => {});
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
    return signal.aborted ? null : Buffer.concat(chunks).toString('utf8');
  } catch {
    return null;
  } finally {
    signal.removeEventListener('abort', giveUp);
    body.destroy();
  }
};

/** What the library that reads answers throws: its own names tell a partner nothing. */
const WORDS: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'not_http',
  UND_ERR_HEADERS_OVERFLOW: 'not_http',
  // A status that no answer can have.
  ERR_ASSERTION: 'not_http',
  HTTPParserError: 'not_http',
};

/** A word, or a code like `ECONNREFUSED`: messages of errors contain addresses, and may contain more. */
const nameOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return nameOf(error.errors[0]);
  if (error instanceof ForbiddenAddress) return 'address_not_public';
  const { name } = toError(error);
  return WORDS[name] ?? WORDS[String(codeOf(error))] ?? String(codeOf(error) ?? name);
};
