import { once } from 'node:events';
import type { Request, Response } from 'express';
import { HttpError } from './errors.ts';
import { stateOf } from './request-state.ts';
import type { AnswerHead, Outgoing } from './route.ts';
import { writeHead } from './write-head.ts';

export interface StreamAnswer extends AnswerHead {
  readonly contentType: string;
  readonly stream: (out: Outgoing) => Promise<void>;
  /** It goes on for as long as the client listens, and may end anywhere. Any other is whole, or visibly cut off. */
  readonly endless?: boolean;
}

/** Bounds of endless streams: they cost something at each event, for as long as the client likes. */
export interface StreamLimits {
  /** Of one key, in this process. */
  readonly perKey: number;
  readonly total: number;
  /** A client that takes nothing of what was written for so long is cut off. */
  readonly stalledMs: number;
}

export const STREAM_LIMITS: StreamLimits = { perKey: 20, total: 2_000, stalledMs: 60_000 };
const RETRY_AFTER_S = 10;

/** Answers that are written bit by bit. The endless ones must be ended before the server can stop. */
export class Streams {
  readonly #limits: StreamLimits;
  readonly #endless = new Set<AbortController>();
  readonly #ofKeys = new Map<string, number>();
  #stopped = false;

  constructor(limits: Partial<StreamLimits> = {}) {
    this.#limits = { ...STREAM_LIMITS, ...limits };
  }

  /**
   * Runs a stream until it, the client or the server ends it. Throws what the stream throws for its own reasons, and
   * HttpError 429 or 503 before it begins where there are too many endless ones.
   */
  async run(req: Request, res: Response, answer: StreamAnswer): Promise<void> {
    const { stream, endless } = answer;
    if (endless) this.#requireRoom(keyIdOf(res));
    const headers = { ...answer.headers, 'Content-Type': answer.contentType };
    writeHead(res, answer.status ?? 200, Object.entries(headers).flat());
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    stateOf(res).isEndless = endless ?? false;
    const control = new AbortController();
    if ((endless && this.#stopped) || res.closed) control.abort();
    if (endless) this.#begin(control, keyIdOf(res));
    res.once('close', () => control.abort());
    // A client that listens must learn that it is connected before there is anything to tell.
    res.flushHeaders();
    try {
      await stream(createOutgoing(res, control.signal, endless ? this.#limits.stalledMs : undefined));
    } catch (error) {
      if (!control.signal.aborted) throw error;
    } finally {
      if (endless) this.#end(control, keyIdOf(res));
    }
    res.end();
  }

  #requireRoom(keyId: string): void {
    const { perKey, total } = this.#limits;
    if ((this.#ofKeys.get(keyId) ?? 0) >= perKey) {
      throw new HttpError(429, 'too_many_streams', { max: perKey, retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
    }
    if (this.#endless.size >= total) throw new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
  }

  #begin(control: AbortController, keyId: string): void {
    this.#endless.add(control);
    this.#ofKeys.set(keyId, (this.#ofKeys.get(keyId) ?? 0) + 1);
  }

  #end(control: AbortController, keyId: string): void {
    this.#endless.delete(control);
    const left = this.#ofKeys.get(keyId)! - 1;
    if (left > 0) this.#ofKeys.set(keyId, left);
    else this.#ofKeys.delete(keyId);
  }

  /** Whether the server is on its way down. */
  get isStopping(): boolean {
    return this.#stopped;
  }

  /** Tells every endless stream to end, also those still to come. */
  stop(): void {
    this.#stopped = true;
    for (const control of this.#endless) control.abort();
  }
}

const keyIdOf = (res: Response): string => stateOf(res).key?.key_id ?? 'public';

/**
 * Waits for a slow client, so that what it hasn't read stays with the source and not in memory. Where `stalledMs` is given, a
 * client that takes nothing for so long loses its connection.
 */
const createOutgoing = (res: Response, gone: AbortSignal, stalledMs?: number): Outgoing => ({
  signal: gone,
  get isFull() {
    return res.writableNeedDrain;
  },
  write: async (chunk, signal = gone) => {
    signal.throwIfAborted();
    if (res.write(chunk)) return;
    const cut = stalledMs === undefined ? undefined : setTimeout(() => res.destroy(), stalledMs);
    try {
      await once(res, 'drain', { signal });
    } finally {
      clearTimeout(cut);
    }
  },
});
