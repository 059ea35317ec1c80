import type { Request, Response } from 'express';
import { isTooDeep } from '../../domain/json-depth.ts';
import type { BodyBudget, Room } from './body-budget.ts';
import type { LargeBodies } from './body-large.ts';
import { createPieces, readBody } from './body-stream.ts';
import { bodyTextOf } from './body-text.ts';
import type { UnpackerOf } from './body-unpack.ts';
import { HttpError } from './errors.ts';
import { JsonScan, tooDeep } from './json-scan.ts';
import { stateOf } from './request-state.ts';

export type BodyReader = (req: Request, res: Response, callerId: string) => Promise<unknown>;

/** Bytes. */
export interface BodyLimits {
  /** What the route needs. Bodies up to this size are read at once, as long as the budget has room. */
  readonly needed: number;
  /** The limit of an uncompressed body. A body above `needed` is read alone. */
  readonly most: number;
  /** The limit of a compressed body, before and after decompression. */
  readonly unpacked: number;
}

/** All routes share it: a body of one route leaves less room for the others. */
export interface BodyReading {
  readonly budget: BodyBudget;
  readonly unpackerOf: UnpackerOf;
  readonly largeBodies: LargeBodies;
}

const CONTINUE = /\b100-continue\b/i;
/** Of texts up to this length only the depth is looked at before they are parsed: the slowest takes two milliseconds. */
const QUICK = 64 * 1024;

/**
 * Reads a JSON body. What cannot be read is a 400 or 413 of ours, and a 503 if there is no room for it. A missing body
 * is undefined.
 */
export const createBodyReader =
  (limits: BodyLimits, { budget, unpackerOf, largeBodies }: BodyReading): BodyReader =>
  async (req, res, callerId) => {
    const { headers } = req;
    const length = headers['content-length'];
    if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined;
    const text = bodyTextOf(headers['content-type']);
    const unpack = unpackerOf(headers['content-encoding']);
    const [limit, most] = unpack ? [limits.unpacked, limits.unpacked] : [limits.needed, limits.most];
    if (Number(length) > most) throw tooLarge(most);
    const isLarge = Number(length) > limit;
    const begin = (): void => letSend(req, res);
    const count = counterOf(res);
    const room = budget.roomFor(callerId);
    try {
      if (!isLarge) begin();
      const begun = isLarge ? NOTHING_YET : await collect(req, limit, room, count);
      if (!begun.isWhole) {
        if (limit === most) throw tooLarge(most);
        const body = { req, begun: begun.pieces, text, limit: most, count };
        return parse(await largeBodies.read(callerId, body, isLarge ? begin : undefined));
      }
      const bytes = begun.pieces.length === 1 ? begun.pieces[0]! : Buffer.concat(begun.pieces);
      const whole = unpack ? await unpack(callerId, bytes, limits.unpacked) : bytes;
      count(whole.length - bytes.length);
      const json = text.all(whole);
      if (json.length > QUICK) new JsonScan().add(json);
      else if (isTooDeep(json)) throw tooDeep();
      return parse(json);
    } finally {
      room.release();
      // The rest is read and dropped: a client that sends before it reads must still get its answer.
      req.resume();
    }
  };

/** Called no earlier than needed: a caller that may not send the body, or not so much, need not send it. */
export const letSend = (req: Request, res: Response): void => {
  if (waitsToSend(req)) res.writeContinue();
};

/** Counts the bytes of a body, for the log and for limits. */
export const counterOf = (res: Response): ((bytes: number) => void) => {
  const state = stateOf(res);
  return (bytes) => {
    state.bodyBytes = (state.bodyBytes ?? 0) + bytes;
  };
};

export const tooLarge = (max: number): HttpError => new HttpError(413, 'body_too_large', { max });

/** Only HTTP/1.1 knows the interim answer: an HTTP/1.0 client would take it for the answer. */
const waitsToSend = ({ headers, httpVersion }: Request): boolean =>
  headers.expect !== undefined && httpVersion === '1.1' && CONTINUE.test(headers.expect);

interface Collected {
  readonly pieces: readonly Buffer[];
  /** False: there was not enough room for the body, and the rest of it waits to be read. */
  readonly isWhole: boolean;
}

const NOTHING_YET: Collected = { pieces: [], isWhole: false };

/** Reads a body as long as there is room for it. */
export const collect = async (
  req: Request,
  limit: number,
  room: Room,
  count: (bytes: number) => void,
): Promise<Collected> => {
  const kept = createPieces();
  let size = 0;
  const stream = readBody(req, (piece) => {
    size += piece.length;
    count(piece.length);
    kept.add(piece);
    if (!room.grow(piece.length, giveWay)) giveWay();
    else if (size > limit) stream.stop();
  });
  const giveWay = (): void => stream.stop(new HttpError(503, 'unavailable', {}, 1));
  await stream.done;
  room.keep();
  return { pieces: kept.all(), isWhole: size <= limit };
};

const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'malformed_json');
  }
};
