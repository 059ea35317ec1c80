import { once } from 'node:events';
import type { Request, Response } from 'express';
import { stateOf } from './request-state.ts';
import type { AnswerHead, Outgoing } from './route.ts';
import { writeHead } from './write-head.ts';

export interface StreamAnswer extends AnswerHead {
  readonly contentType: string;
  readonly stream: (out: Outgoing) => Promise<void>;
  /** It goes on for as long as the client listens, and may end anywhere. Any other is whole, or visibly cut off. */
  readonly endless?: boolean;
}

/** Answers that are written bit by bit. The endless ones must be ended before the server can stop. */
export class Streams {
  readonly #endless = new Set<AbortController>();
  #stopped = false;

  /** Runs a stream until it, the client or the server ends it. Throws what the stream throws for its own reasons. */
  async run(req: Request, res: Response, answer: StreamAnswer): Promise<void> {
    const { stream, endless } = answer;
    const headers = { 'Cache-Control': 'no-store', ...answer.headers, 'Content-Type': answer.contentType };
    writeHead(res, answer.status ?? 200, Object.entries(headers).flat());
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    stateOf(res).isEndless = endless ?? false;
    const control = new AbortController();
    if ((endless && this.#stopped) || res.closed) control.abort();
    if (endless) this.#endless.add(control);
    res.once('close', () => control.abort());
    // A client that listens must learn that it is connected before there is anything to tell.
    res.flushHeaders();
    try {
      await stream(createOutgoing(res, control.signal));
    } catch (error) {
      if (!control.signal.aborted) throw error;
    } finally {
      this.#endless.delete(control);
    }
    res.end();
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

/** Waits for a slow client, so that what it hasn't read stays with the source and not in memory. */
const createOutgoing = (res: Response, gone: AbortSignal): Outgoing => ({
  signal: gone,
  get isFull() {
    return res.writableNeedDrain;
  },
  write: async (chunk, signal = gone) => {
    signal.throwIfAborted();
    if (!res.write(chunk)) await once(res, 'drain', { signal });
  },
});
