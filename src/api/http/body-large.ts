import type { Request } from 'express';
import { readBody } from './body-stream.ts';
import type { BodyText } from './body-text.ts';
import { HttpError } from './errors.ts';
import { JsonScan } from './json-scan.ts';
import { createTimedQueue } from './timed-queue.ts';

/**
 * What may be left of a large body when the ends of its long texts are dropped. Parsing that takes some tens of
 * milliseconds.
 */
const MAX_CONTENT = 16 * 1024 ** 2;
const WAIT_MS = 10_000;
/**
 * How long a body may take while others wait. This is less than their waiting time. On a fast line 200 MB take two to
 * three seconds.
 */
const ALONE_MS = 8_000;
/** Bodies at work and waiting. Each that waits may hold as much as its route needs. */
const MAX_AT_ONCE = 8;
const RETRY_AFTER_S = 5;

export interface LargeBody {
  readonly req: Request;
  /** The part of it that was read already. */
  readonly begun: readonly Buffer[];
  readonly text: BodyText;
  /** Bytes. */
  readonly limit: number;
  /** Called with the number of bytes of each further piece. */
  readonly count: (bytes: number) => void;
}

export interface LargeBodies {
  /**
   * Reads a body that is larger than its route needs, without the ends of long texts. `begin` is called when its
   * reading begins. Throws HttpError: 503 if other bodies take too long, 413 and 400 as for any body.
   */
  read(callerId: string, body: LargeBody, begin?: () => void): Promise<string>;
}

/**
 * Reads large bodies of partners, one at a time in each app process. It keeps no more of a body than a route could use:
 * 200 MB in memory, and the time to parse them, would delay all other callers. If a body comes slowly and another one
 * waits, its reading ends: otherwise one slow upload would keep all others out.
 */
export const createLargeBodies = ({ waitMs = WAIT_MS, aloneMs = ALONE_MS } = {}): LargeBodies => {
  const inQueue = createTimedQueue({ count: 1, waitMs });
  const callers = new Set<string>();
  let giveWay: (() => void) | undefined;

  /** Reads one body. After `aloneMs`, the reading ends as soon as another caller waits. */
  const readAlone = async (body: LargeBody): Promise<string> => {
    const reading = readWithin(body);
    const timer = setTimeout(() => {
      giveWay = () => reading.stop(tryAgain());
      if (callers.size > 1) giveWay();
    }, aloneMs);
    try {
      return await reading.text;
    } finally {
      clearTimeout(timer);
      giveWay = undefined;
    }
  };

  return {
    async read(callerId, body, begin) {
      // A body that waits holds memory and a connection. One caller needs no second one.
      if (callers.has(callerId) || callers.size >= MAX_AT_ONCE) throw tryAgain();
      callers.add(callerId);
      giveWay?.();
      try {
        return await inQueue(async () => {
          begin?.();
          return await readAlone(body);
        });
      } finally {
        callers.delete(callerId);
      }
    },
  };
};

const tryAgain = (): HttpError => new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);

const readWithin = ({ req, begun, text, limit, count }: LargeBody) => {
  const scan = new JsonScan();
  const decoder = text.inPieces();
  const kept: Buffer[] = [];
  let size = 0;
  let content = 0;
  const keep = (piece: string): void => {
    // As bytes: a part of a string keeps the whole string in memory.
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
  const { done, stop } = readBody(req, (piece) => {
    count(piece.length);
    take(piece);
  });
  const whole = done.then(() => {
    keep(decoder.end());
    return Buffer.concat(kept).toString();
  });
  return { text: whole, stop };
};
