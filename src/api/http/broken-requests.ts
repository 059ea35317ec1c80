import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, HttpError } from './errors.ts';

/** Time for the client to read the answer: a connection cut while the client still sends loses it. */
const LINGER_MS = 1_000;

/**
 * Answers what Node can't read as a request, which never reaches the app, with the body that every error has; then closes the
 * connection. Nobody is known yet, so it is in English.
 */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Duplex): void => {
  // What follows on the connection is reported too, after our answer.
  if (socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET' || answering(socket)?.headersSent) {
    socket.destroy();
    return;
  }
  refuse(socket, toHttpError(error.code));
};

/** The answer a connection is at, if it is at any: Node has no public name for it. */
export const answering = (socket: Duplex): ServerResponse | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;

/** HTTP/1.1 asks for a Host, and for this refusal without one. */
export const lacksHost = (req: IncomingMessage): boolean =>
  req.headers.host === undefined && req.httpVersionMajor === 1 && req.httpVersionMinor >= 1;

export const answerWithoutHost = (req: IncomingMessage): void => {
  refuse(req.socket, new HttpError(400, 'http_malformed'));
};

const refuse = (socket: Duplex, error: HttpError): void => {
  socket.end(toAnswer(error));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

const toHttpError = (code: string | undefined): HttpError => {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError(431, 'headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new HttpError(413, 'body_unreadable');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError(408, 'request_timeout');
  return new HttpError(400, 'http_malformed');
};

const toAnswer = (error: HttpError): string => {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, 'en', requestId));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
};
