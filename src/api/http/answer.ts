import type { Request, Response } from 'express';
import { callerHasGone } from './errors.ts';
import { endInTurn } from './event-loop-turns.ts';
import { renderJson } from './readers/render-json.ts';
import { PIECE_BYTES, sendPieces } from './readers/send-pieces.ts';
import type { UnreadAccount } from './readers/unread-account.ts';
import type { UnreadBytes } from './readers/unread-bytes.ts';
import { stateOf } from './request-state.ts';
import type { Answer } from './route-answer.ts';
import type { Streams } from './streams.ts';
import { writeHead } from './write-head.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The client may keep it, but asks each time whether it is still current. */
const ASKS_AGAIN = 'private, no-cache';

/**
 * Sends what a handler answered. Resolves when a stream has ended; of other answers, when they are written as far as the
 * client takes them. Throws HttpError 429 if too much is unread already.
 */
export const sendAnswer = (
  req: Request,
  res: Response,
  answer: Answer,
  { streams, unread }: { readonly streams: Streams; readonly unread: UnreadBytes },
): void | Promise<void> => {
  if ('stream' in answer) return streams.run(req, res, answer);
  const { status = 200 } = answer;
  const headers = answer.headers ? Object.entries(answer.headers).flat() : [];
  if (!('bytes' in answer)) {
    const json = renderJson(answer.body, (bytes) => holdRendered(unread.accountOf(res), bytes));
    if (typeof json === 'string') return send(res, status, headers, JSON_TYPE, json, unread);
    return json.then((pieces) => writeLarge(res, status, headers, JSON_TYPE, pieces, unread.accountOf(res)));
  }

  const { bytes, etag, contentType = JSON_TYPE } = answer;
  if (etag !== undefined) {
    headers.push('ETag', `"${etag}"`);
    if (matchesEtag(req.headers['if-none-match'], etag)) {
      writeHead(res, 304, headers, ASKS_AGAIN);
      res.end();
      return;
    }
  }
  if (etag === undefined) send(res, status, headers, contentType, bytes, unread);
  // Answers of one tag share their bytes, so these are not counted.
  else if (bytes.length > PIECE_BYTES) writeLarge(res, status, headers, contentType, [bytes], undefined, ASKS_AGAIN);
  else writeSmall(res, status, headers, contentType, bytes, ASKS_AGAIN);
};

/** Counts what is written of an answer that is still being made. Nothing more is made for a client that has gone. */
const holdRendered = (account: UnreadAccount, bytes: number): void => {
  if (account.isOver) throw callerHasGone();
  account.mustHold(bytes);
};

export const sendJson = (res: Response, status: number, body: unknown): void =>
  writeSmall(res, status, [], JSON_TYPE, JSON.stringify(body));

const send = (
  res: Response,
  status: number,
  headers: string[],
  type: string,
  body: string | Buffer,
  unread: UnreadBytes,
): void => {
  if (body.length <= PIECE_BYTES) {
    writeSmall(res, status, headers, type, body);
    return;
  }
  const bytes = Buffer.from(body);
  const account = unread.accountOf(res);
  if (res.req.method !== 'HEAD') account.mustHold(bytes.length);
  writeLarge(res, status, headers, type, [bytes], account);
};

const writeSmall = (
  res: Response,
  status: number,
  headers: string[],
  type: string,
  body: string | Buffer,
  cacheControl?: string,
): void => {
  headers.push('Content-Type', type, 'Content-Length', `${Buffer.byteLength(body)}`);
  writeHead(res, status, headers, cacheControl);
  endInTurn(res, body, stateOf(res).turn);
};

/** Nobody waits for the client: what was asked is done. */
const writeLarge = (
  res: Response,
  status: number,
  headers: string[],
  type: string,
  pieces: readonly Buffer[],
  account: UnreadAccount | undefined,
  cacheControl?: string,
): void => {
  headers.push('Content-Type', type, 'Content-Length', `${lengthOf(pieces)}`);
  writeHead(res, status, headers, cacheControl);
  if (res.req.method === 'HEAD') res.end();
  else void sendPieces(res, pieces, account);
};

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Whether the client says that it has these bytes. Proxies that compress make tags weak: those count too. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`));
