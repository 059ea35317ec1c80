import { randomUUID } from 'node:crypto';
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, HttpError } from './errors.ts';

/**
 * Time for the client to read the answer: if the connection is cut while the client still sends, the answer is lost.
 */
const LINGER_MS = 1_000;

/** Connections where an earlier answer is still under way. The refusal of a later request waits for it. */
const waiting = new WeakSet<Duplex>();
/** Connections on which a request was refused before it had arrived. */
const refused = new WeakSet<Duplex>();

/** Whether the request on this connection was refused before all of it had arrived: it must not be carried out. */
export const isRefused = (socket: Duplex): boolean => refused.has(socket);

/**
 * Answers a request that Node cannot read and that never reaches the app, with the body of every error, and then closes
 * the connection. The caller is unknown, so the answer is in English.
 */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Duplex): void => {
  // Node also reports what follows on the connection after our answer.
  if (socket.writableEnded || waiting.has(socket)) return;
  refuseAfterOthers(socket, error.code);
};

const refuseAfterOthers = (socket: Duplex, code: string | undefined): void => {
  const before = answering(socket);
  if (!socket.writable || code === 'ECONNRESET') socket.destroy();
  else if (before?.req.complete && (!before.headersSent || before.writableEnded)) {
    // A later request is broken. If the refusal were sent now, the client would take it for the answer to the earlier
    // one.
    waiting.add(socket);
    before.once('close', () => refuseAfterOthers(socket, code));
  } else if (before?.headersSent) socket.destroy();
  else refuse(socket, toHttpError(code));
};

/** The answer that a connection is writing, if any. Node has no public name for it. */
export const answering = (socket: Duplex): ServerResponse | undefined => {
  const answer = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return answer instanceof ServerResponse ? answer : undefined;
};

/**
 * HTTP/1.1 requires one Host header. Of two, a proxy before us may have read the one and we the other: that is refused in
 * any version.
 */
export const hasWrongHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
};

const HOST = 'host';

/** Refuses a request that Node could read. Its answer is the last on its connection: `Connection: close`. */
export const refuseAndClose = (res: ServerResponse, error: HttpError): void => {
  const { status, headers, body } = toAnswer(error);
  res.writeHead(status, headers).end(body);
};

const refuse = (socket: Duplex, error: HttpError): void => {
  refused.add(socket);
  const { status, headers, body } = toAnswer(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

const toHttpError = (code: string | undefined): HttpError => {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError(431, 'headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new HttpError(413, 'body_unreadable');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError(408, 'request_timeout');
  return new HttpError(400, 'http_malformed');
};

const toAnswer = (error: HttpError) => {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, 'en', requestId));
  const headers = {
    Connection: 'close',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': `${Buffer.byteLength(body)}`,
    ...(error.retryAfter !== undefined && { 'Retry-After': `${error.retryAfter}` }),
  };
  return { status: error.status, headers, body };
};
