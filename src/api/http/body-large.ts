import type { Request } from 'express';
import type { BodyText } from './body-text.ts';
import { HttpError } from './errors.ts';
import { JsonScan } from './json-scan.ts';
import { createSlots } from './slots.ts';

/** What may be left of a large body without the ends of its long texts. Parsing that takes some tens of milliseconds. */
const MAX_CONTENT = 16 * 1024 ** 2;
const WAIT_MS = 10_000;
const RETRY_AFTER_S = 5;

export interface LargeBody {
  readonly req: Request;
  /** What was read of it already. */
  readonly begun: readonly Buffer[];
  readonly text: BodyText;
  /** Bytes. */
  readonly limit: number;
  /** Told of each piece that is read beyond what has begun, in bytes. */
  readonly count: (bytes: number) => void;
}

export interface LargeBodies {
  /**
   * The text of a body that is larger than its route needs, without the ends of long texts. `begin` is called when it is
   * this body's turn. Throws HttpError: 503 where others take too long, 413 and 400 as for any body.
   */
  read(callerId: string, body: LargeBody, begin?: () => void): Promise<string>;
}

/**
 * Large bodies of partners, one at a time in the whole process. Of each, no more is held than a route could use: 200 MB in
 * memory, and the time to parse them, would be felt by every other caller.
 */
export const createLargeBodies = ({ waitMs = WAIT_MS } = {}): LargeBodies => {
  const inSlot = createSlots({ count: 1, waitMs });
  const callers = new Set<string>();
  return {
    async read(callerId, body, begin) {
      // One that waits holds memory and a connection; a caller needs no second.
      if (callers.has(callerId)) throw new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
      callers.add(callerId);
      try {
        return await inSlot(async () => {
          begin?.();
          return await readWithin(body);
        });
      } finally {
        callers.delete(callerId);
      }
    },
  };
};

const readWithin = async ({ req, begun, text, limit, count }: LargeBody): Promise<string> => {
  const scan = new JsonScan();
  const decoder = text.inPieces();
  const kept: Buffer[] = [];
  let size = 0;
  let content = 0;
  const keep = (piece: string): void => {
    // As bytes: a part of a string keeps the whole of it in memory.
    const bytes = Buffer.from(scan.add(piece));
    content += bytes.length;
    if (content > MAX_CONTENT) throw new HttpError(400, 'body_too_much_content', { max: MAX_CONTENT });
    kept.push(bytes);
  };
  const take = (piece: Buffer): void => {
    size += piece.length;
    if (size > limit) throw new HttpError(413, 'body_too_large', { max: limit });
    keep(decoder.next(piece));
  };

  for (const piece of begun) take(piece);
  try {
    for await (const piece of req.iterator({ destroyOnReturn: false })) {
      count(piece.length);
      take(piece);
    }
  } catch (error) {
    // The client has gone.
    throw error instanceof HttpError ? error : new HttpError(400, 'body_unreadable');
  }
  keep(decoder.end());
  return Buffer.concat(kept).toString();
};
