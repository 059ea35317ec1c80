import { randomBytes } from 'node:crypto';
import type { AppendCall, Connection } from '../connection/connection.ts';
import { unavailable } from '../errors.ts';
import { type AppendAnswer, parseBatchAppendAnswer, refusalError } from '../messages/append-answer.ts';
import { batchAppendRequest, type Proposal } from '../messages/append-request.ts';

export type Appended = Pick<AppendAnswer, 'revision' | 'position'>;

/** Appends that travel over one call, which stays open: none waits for the answer to the one before. */
export interface AppendPipeline {
  /** Throws StoreUnavailable when the call is lost, or when no answer comes in time: the outcome is then unknown. */
  append(proposal: Proposal): Promise<Appended>;
  close(): void;
}

interface Pending {
  readonly proposal: Proposal;
  readonly sentAt: number;
  resolve(appended: Appended): void;
  reject(error: Error): void;
}

/** One call, and its appends without an answer, the oldest first. */
interface PipelinedCall {
  readonly pending: Map<number, Pending>;
  /** Sends at once, or as soon as the call exists, unless the append has been given up by then. */
  send(number: number, message: Buffer): void;
  /** Takes no more appends. The call ends when all have been answered. */
  retire(): void;
}

/**
 * Appends of one stream are stored in the order in which they were made: the server takes the messages of a call one
 * after the other.
 */
export const createAppendPipeline = (connection: Connection, answerWithinMs: number): AppendPipeline => {
  // The server may mix up appends of two processes with the same number.
  const run = randomBytes(6).readUIntBE(0, 6);
  let current: PipelinedCall | undefined;
  let lastNumber = 0;
  let closed = false;

  const open = (): PipelinedCall => {
    const pending = new Map<number, Pending>();
    /** Messages by number, until the call exists. */
    let waiting: Map<number, Buffer> | undefined = new Map();
    let call: AppendCall<AppendAnswer> | undefined;
    let retired = false;
    let timer: NodeJS.Timeout | undefined;
    let unanswered = (): void => {};

    const forget = (): void => {
      if (current === self) current = undefined;
    };
    const endIfDone = (): void => {
      if (retired && pending.size === 0) call?.end();
    };
    const answer = ({ number, refusal, revision, position }: AppendAnswer): void => {
      const append = pending.get(number);
      // The append was given up.
      if (!append) return;
      pending.delete(number);
      if (refusal) append.reject(refusalError(refusal, append.proposal));
      else append.resolve(position === undefined ? { revision } : { revision, position });
      endIfDone();
    };
    const fail = (error: unknown): void => {
      forget();
      clearTimeout(timer);
      for (const append of pending.values()) append.reject(unavailable(error));
      pending.clear();
    };
    /** Gives up overdue appends. A call that leaves an append unanswered is not used again: it may hang. */
    const giveUp = (): void => {
      timer = undefined;
      const before = pending.size;
      const due = performance.now() - answerWithinMs;
      for (const [number, append] of pending) {
        if (append.sentAt > due) {
          watchTime(append.sentAt - due);
          break;
        }
        pending.delete(number);
        waiting?.delete(number);
        append.reject(unavailable(new Error(`no answer within ${answerWithinMs} ms`)));
        self.retire();
      }
      if (pending.size < before) unanswered();
      endIfDone();
    };
    const watchTime = (ms: number): void => {
      timer ??= setTimeout(giveUp, Math.ceil(ms)).unref();
    };

    const self: PipelinedCall = {
      pending,
      send: (number, message) => {
        watchTime(answerWithinMs);
        if (waiting) waiting.set(number, message);
        else call!.write(message);
      },
      retire: () => {
        retired = true;
        forget();
      },
    };
    const work = (made: AppendCall<AppendAnswer>, tellUnanswered: () => void): Promise<void> =>
      new Promise((resolve, reject) => {
        call = made;
        unanswered = tellUnanswered;
        call.on('data', answer).on('error', reject).on('end', resolve);
        for (const message of waiting?.values() ?? []) call.write(message);
        waiting = undefined;
        endIfDone();
      });
    const waitsSince = (): number | undefined => pending.values().next().value?.sentAt;
    connection
      .batchAppend({ parse: parseBatchAppendAnswer, waitsSince }, work)
      .then(() => fail(new Error('the server ended the call')), fail);
    return self;
  };

  return {
    append: (proposal) =>
      new Promise((resolve, reject) => {
        // Otherwise it would open a call that is never ended.
        if (closed) return reject(unavailable(new Error('the event store is closed')));
        current ??= open();
        const number = ++lastNumber;
        current.pending.set(number, { proposal, sentAt: performance.now(), resolve, reject });
        current.send(number, batchAppendRequest(run, number, answerWithinMs, proposal));
      }),
    close: () => {
      closed = true;
    },
  };
};
