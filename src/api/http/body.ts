import express, { type Request, type Response } from 'express';
import { HttpError } from './errors.ts';

export type BodyReader = (req: Request, res: Response) => Promise<unknown>;

const JSON_TYPE = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i;

/**
 * Reads a JSON body of at most `limit` bytes, counted after decompression. Whatever can't be read is a 400 or 413 of ours;
 * a missing body is undefined.
 */
export const createBodyReader = (limit: number): BodyReader => {
  // Any JSON value: the schema says what it must be, in our words.
  const parse = express.json({ limit, strict: false, type: () => true });
  return (req, res) =>
    new Promise((resolve, reject) => {
      const type = req.headers['content-type'];
      if (type !== undefined && !JSON_TYPE.test(type)) throw new HttpError(400, 'body_not_json');
      parse(req, res, (error?: unknown) => {
        if (error) reject(toBodyError(error, limit));
        else resolve(req.body);
      });
    });
};

const toBodyError = (error: unknown, limit: number): HttpError => {
  const { type } = error as { type?: unknown };
  if (type === 'entity.parse.failed') return new HttpError(400, 'malformed_json');
  if (type === 'entity.too.large') return new HttpError(413, 'body_too_large', { max: limit });
  return new HttpError(400, 'body_unreadable');
};
