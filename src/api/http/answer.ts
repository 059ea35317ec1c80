import type { Request, Response } from 'express';
import { endInTurn } from './end-in-turn.ts';
import { stateOf } from './request-state.ts';
import type { Answer } from './route.ts';
import type { Streams } from './streams.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends what a handler answered. Settles when a stream has ended. */
export const sendAnswer = (req: Request, res: Response, answer: Answer, streams: Streams): void | Promise<void> => {
  if (answer.headers) for (const name in answer.headers) res.setHeader(name, answer.headers[name]!);
  res.statusCode = answer.status ?? 200;
  // Told so, a client sends its next request over another connection, and not into one that is being closed.
  if (streams.isStopping) res.shouldKeepAlive = false;
  if ('stream' in answer) return streams.run(req, res, answer);
  if (!('bytes' in answer)) return sendJson(res, res.statusCode, answer.body);

  if (answer.etag !== undefined) {
    res.setHeader('ETag', `"${answer.etag}"`);
    if (isHeld(req.headers['if-none-match'], answer.etag)) {
      res.statusCode = 304;
      res.end();
      return;
    }
  }
  res.setHeader('Content-Type', answer.contentType ?? JSON_TYPE);
  endInTurn(res, answer.bytes, stateOf(res).turn);
};

export const sendJson = (res: Response, status: number, body: unknown): void => {
  res.statusCode = status;
  res.setHeader('Content-Type', JSON_TYPE);
  endInTurn(res, JSON.stringify(body), stateOf(res).turn);
};

/** Whether the client says it holds these bytes. Proxies that compress make tags weak: those count too. */
const isHeld = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`));
