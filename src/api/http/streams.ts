import type { Request, Response } from 'express';
import { HttpError } from './errors.ts';
import { onceOver } from './once-over.ts';
import { createDrain, PIECE_BYTES, writeInPieces } from './readers/send-pieces.ts';
import type { UnreadBytes } from './readers/unread-bytes.ts';
import { stateOf } from './request-state.ts';
import type { AnswerHead, Outgoing } from './route-answer.ts';
import { writeHead } from './write-head.ts';

export interface StreamAnswer extends AnswerHead {
  readonly contentType: string;
  readonly stream: (out: Outgoing) => Promise<void>;
  /**
   * The answer continues for as long as the client listens, and may end anywhere. Any other answer is whole, or visibly
   * cut off.
   */
  readonly endless?: boolean;
}

/** Bounds of endless streams: each costs something at every event, for as long as the client likes. */
export interface StreamLimits {
  /** Streams of one key, in this process. */
  readonly perKey: number;
  /** Streams of all keys of one brand, in this process: another brand's tills must find room. */
  readonly perBrand: number;
  readonly total: number;
}

export const STREAM_LIMITS: StreamLimits = { perKey: 20, perBrand: 1_000, total: 2_000 };
const RETRY_AFTER_S = 10;

/**
 * nginx keeps an answer back until it has a buffer full of it, headers included, and other proxies do so to compress it.
 * A live feed would begin an hour late.
 */
const UNBUFFERED = { 'X-Accel-Buffering': 'no' };
const CACHE_CONTROL = 'no-store, no-transform';

/** Answers that are written bit by bit. Endless ones must be ended before the server can stop. */
export class Streams {
  readonly #limits: StreamLimits;
  readonly #endless = new Set<AbortController>();
  /** By key and by brand. */
  readonly #ofHolders = new Map<string, number>();
  #stopped = false;

  readonly #unread: UnreadBytes;

  constructor(unread: UnreadBytes, limits: Partial<StreamLimits> = {}) {
    this.#unread = unread;
    this.#limits = { ...STREAM_LIMITS, ...limits };
  }

  /**
   * Runs a stream until the stream, the client or the server ends it. Throws what the stream throws, and HttpError 429
   * or 503 before it begins if there are too many endless ones.
   */
  async run(req: Request, res: Response, answer: StreamAnswer): Promise<void> {
    const { stream, endless } = answer;
    if (endless) this.#requireRoom(holdersOf(res));
    const headers = { ...answer.headers, ...UNBUFFERED, 'Content-Type': answer.contentType };
    writeHead(res, answer.status ?? 200, Object.entries(headers).flat(), CACHE_CONTROL);
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    stateOf(res).isEndless = endless ?? false;
    const control = new AbortController();
    if ((endless && this.#stopped) || res.closed) control.abort();
    if (endless) this.#begin(control, holdersOf(res));
    onceOver(res, () => control.abort());
    // A client that listens must learn that it is connected before there is any event.
    res.flushHeaders();
    try {
      await stream(createOutgoing(res, control.signal, this.#unread));
    } catch (error) {
      if (!control.signal.aborted) throw error;
    } finally {
      if (endless) this.#end(control, holdersOf(res));
    }
    res.end();
  }

  #requireRoom({ key, brand }: Holders): void {
    const { perKey, perBrand, total } = this.#limits;
    const refuse = (max: number) =>
      new HttpError(429, 'too_many_streams', { max, retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
    if (this.#count(key) >= perKey) throw refuse(perKey);
    if (this.#count(brand) >= perBrand) throw refuse(perBrand);
    if (this.#endless.size >= total) throw new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
  }

  #count(holder: string): number {
    return this.#ofHolders.get(holder) ?? 0;
  }

  #begin(control: AbortController, { key, brand }: Holders): void {
    this.#endless.add(control);
    for (const holder of [key, brand]) this.#ofHolders.set(holder, this.#count(holder) + 1);
  }

  #end(control: AbortController, { key, brand }: Holders): void {
    this.#endless.delete(control);
    for (const holder of [key, brand]) {
      const left = this.#count(holder) - 1;
      if (left > 0) this.#ofHolders.set(holder, left);
      else this.#ofHolders.delete(holder);
    }
  }

  /** Whether the server is stopping. */
  get isStopping(): boolean {
    return this.#stopped;
  }

  /** Tells every endless stream to end, also later ones. */
  stop(): void {
    this.#stopped = true;
    for (const control of this.#endless) control.abort();
  }
}

/** Whose stream it is. */
interface Holders {
  readonly key: string;
  readonly brand: string;
}

const holdersOf = (res: Response): Holders => {
  const { key } = stateOf(res);
  return { key: `key:${key?.key_id ?? 'public'}`, brand: `brand:${key?.brand_id ?? 'none'}` };
};

/** Waits for a slow client, so that unread data stays at the source and not in memory. */
const createOutgoing = (res: Response, gone: AbortSignal, unread: UnreadBytes): Outgoing => {
  const drain = createDrain(res);
  const untilTaken = async (taken: Promise<void>, signal: AbortSignal): Promise<void> => {
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([taken, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
    signal.throwIfAborted();
  };
  return {
    signal: gone,
    get isFull() {
      return res.writableNeedDrain;
    },
    write: async (chunk, signal = gone) => {
      signal.throwIfAborted();
      if (chunk.length <= PIECE_BYTES) {
        if (!res.write(chunk)) await untilTaken(drain.wait(), signal);
        return;
      }
      const account = unread.accountOf(res);
      const bytes = Buffer.from(chunk);
      account.mustHold(bytes.length);
      await untilTaken(writeInPieces(res, bytes, drain, account), signal);
    },
  };
};
