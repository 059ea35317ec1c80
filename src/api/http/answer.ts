import type { Request, Response } from 'express';
import { endInTurn } from './end-in-turn.ts';
import { stateOf } from './request-state.ts';
import type { Answer } from './route-answer.ts';
import type { Streams } from './streams.ts';
import { writeHead } from './write-head.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The client may keep it, but asks each time whether it is still current. */
const ASKS_AGAIN = 'private, no-cache';

/** Sends what a handler answered. Resolves when a stream has ended. */
export const sendAnswer = (req: Request, res: Response, answer: Answer, streams: Streams): void | Promise<void> => {
  if ('stream' in answer) return streams.run(req, res, answer);
  const { status = 200 } = answer;
  const headers = answer.headers ? Object.entries(answer.headers).flat() : [];
  if (!('bytes' in answer)) return send(res, status, headers, JSON_TYPE, JSON.stringify(answer.body));

  const { bytes, etag, contentType = JSON_TYPE } = answer;
  if (etag !== undefined) {
    headers.push('ETag', `"${etag}"`);
    if (matchesEtag(req.headers['if-none-match'], etag)) {
      writeHead(res, 304, headers, ASKS_AGAIN);
      res.end();
      return;
    }
  }
  send(res, status, headers, contentType, bytes, etag === undefined ? undefined : ASKS_AGAIN);
};

export const sendJson = (res: Response, status: number, body: unknown): void =>
  send(res, status, [], JSON_TYPE, JSON.stringify(body));

const send = (
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

/** Whether the client says that it has these bytes. Proxies that compress make tags weak: those count too. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`));
