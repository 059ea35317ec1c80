import type { Request, Response } from 'express';
import type { BodyBudget, Holding } from './body-budget.ts';
import type { LargeBodies } from './body-large.ts';
import { createPieces } from './body-pieces.ts';
import { readBody } from './body-stream.ts';
import { bodyTextOf } from './body-text.ts';
import type { UnpackerOf } from './body-unpack.ts';
import { HttpError } from './errors.ts';
import { JsonScan } from './json-scan.ts';
import { stateOf } from './request-state.ts';

export type BodyReader = (req: Request, res: Response, callerId: string) => Promise<unknown>;

/** Bytes. */
export interface BodyLimits {
  /** What the route needs: read at once of as many callers as the budget has room for. */
  readonly needed: number;
  /** Of an uncompressed body. What is beyond `needed` is read one body at a time. */
  readonly most: number;
  /** Of a compressed body, before and after it is unpacked. */
  readonly unpacked: number;
}

/** Shared by all routes: what one of them reads leaves less for the others. */
export interface BodyReading {
  readonly budget: BodyBudget;
  readonly unpackerOf: UnpackerOf;
  readonly largeBodies: LargeBodies;
}

const CONTINUE = /\b100-continue\b/i;
/** Characters that are parsed without a look at them first: the slowest of such texts takes two milliseconds. */
const QUICK = 64 * 1024;

/**
 * Reads a JSON body. Whatever can't be read is a 400 or 413 of ours, and 503 where there is no room for it; a missing body is
 * undefined.
 */
export const createBodyReader =
  (limits: BodyLimits, { budget, unpackerOf, largeBodies }: BodyReading): BodyReader =>
  async (req, res, callerId) => {
    const { headers } = req;
    const length = headers['content-length'];
    if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined;
    const text = bodyTextOf(headers['content-type']);
    const unpack = unpackerOf(headers['content-encoding']);
    const [room, most] = unpack ? [limits.unpacked, limits.unpacked] : [limits.needed, limits.most];
    if (Number(length) > most) throw tooLarge(most);
    const isLarge = Number(length) > room;
    // Only now: who may not send it, or not so much, need not.
    const letSend = (): void => {
      if (waitsToSend(req)) res.writeContinue();
    };

    const state = stateOf(res);
    const count = (bytes: number): void => {
      state.bodyBytes = (state.bodyBytes ?? 0) + bytes;
    };
    const holding = budget.hold(callerId);
    try {
      if (!isLarge) letSend();
      const begun = isLarge ? NOTHING_YET : await collect(req, room, holding, count);
      if (!begun.isWhole) {
        if (room === most) throw tooLarge(most);
        const body = { req, begun: begun.pieces, text, limit: most, count };
        return parse(await largeBodies.read(callerId, body, isLarge ? letSend : undefined));
      }
      const bytes = begun.pieces.length === 1 ? begun.pieces[0]! : Buffer.concat(begun.pieces);
      const whole = unpack ? await unpack(callerId, bytes, limits.unpacked) : bytes;
      count(whole.length - bytes.length);
      const json = text.all(whole);
      if (json.length > QUICK) new JsonScan().add(json);
      return parse(json);
    } finally {
      holding.release();
      // What still comes is read and forgotten: a client that sends before it reads must get to the answer.
      req.resume();
    }
  };

const tooLarge = (max: number): HttpError => new HttpError(413, 'body_too_large', { max });

/** Nobody else may be told to go on: to HTTP/1.0 it would be the answer. */
const waitsToSend = ({ headers, httpVersion }: Request): boolean =>
  headers.expect !== undefined && httpVersion === '1.1' && CONTINUE.test(headers.expect);

interface Collected {
  readonly pieces: readonly Buffer[];
  /** False: the body is larger than there was room for, and the rest of it waits to be read. */
  readonly isWhole: boolean;
}

const NOTHING_YET: Collected = { pieces: [], isWhole: false };

const collect = async (
  req: Request,
  room: number,
  holding: Holding,
  count: (bytes: number) => void,
): Promise<Collected> => {
  const kept = createPieces();
  let size = 0;
  const stream = readBody(req, (piece) => {
    size += piece.length;
    count(piece.length);
    kept.add(piece);
    if (!holding.grow(piece.length, giveWay)) giveWay();
    else if (size > room) stream.stop();
  });
  const giveWay = (): void => stream.stop(new HttpError(503, 'unavailable', {}, 1));
  await stream.done;
  holding.keep();
  return { pieces: kept.all(), isWhole: size <= room };
};

const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'malformed_json');
  }
};
