import { createTurns } from '../../../concurrency/turns.ts';
import type { UnreadAccount } from '../../http/readers/unread-account.ts';
import type { Outgoing } from '../../http/route-answer.ts';

/** Texts become bytes when there are so many characters. */
const PIECE = 64 * 1024;
/** With so many bytes that the client has not taken, the database is told to wait, */
const FULL = 1024 ** 2;
/** but no longer than this in all: then the rest is held in memory, and others get the connection. */
const HELD_UP_MS = 2_000;

/**
 * An answer that is sent while it is made, at the pace of the client as far as the database can wait for it. `account` counts
 * what is held. `signal` is aborted when the client goes away.
 */
export const createPieces = (account: UnreadAccount, signal: AbortSignal) => {
  const turns = createTurns();
  const queue: Buffer[] = [];
  let queued = 0;
  let text = '';
  let isDone = false;
  let failure: { readonly error: unknown } | undefined;
  let canWait = false;
  let heldUpMs = 0;
  let wakeReader = (): void => {};
  let wakeWriter = (): void => {};

  const fail = (error: unknown): void => {
    failure ??= { error };
    wakeReader();
    wakeWriter();
  };
  const flush = (): void => {
    const bytes = Buffer.from(text);
    text = '';
    if (account.isOver || failure) return;
    try {
      account.mustHold(bytes.length);
    } catch (error) {
      fail(error);
      return;
    }
    for (let at = 0; at < bytes.length; at += PIECE) queue.push(bytes.subarray(at, at + PIECE));
    queued += bytes.length;
    wakeReader();
  };
  const room = async (): Promise<void> => {
    const began = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, HELD_UP_MS - heldUpMs);
      wakeWriter = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', wakeWriter, { once: true });
    });
    signal.removeEventListener('abort', wakeWriter);
    heldUpMs += performance.now() - began;
  };
  const next = (): Buffer | undefined => {
    const piece = queue.shift();
    queued -= piece?.length ?? 0;
    if (queued < FULL / 2) wakeWriter();
    return piece;
  };

  return {
    add: (more: string): void => {
      text += more;
      if (text.length > PIECE) flush();
    },
    /** Sends what there is, however little. */
    flush,
    end: (): void => {
      flush();
      isDone = true;
      wakeReader();
    },
    /** The answer is cut off. */
    fail,
    /** What makes the answer must wait until this resolves. Undefined: it can go on. */
    pause: (): Promise<void> | undefined => {
      if (canWait && queued > FULL && heldUpMs < HELD_UP_MS && !account.isOver && !failure) return room();
      return turns.isOver ? turns.next() : undefined;
    },
    sendTo: async (out: Outgoing): Promise<void> => {
      for (;;) {
        if (failure) throw failure.error;
        const piece = next();
        if (piece) {
          await out.write(piece);
          account.release(piece.length);
        } else if (isDone) return;
        else {
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
        }
      }
    },
    /** From now on nothing is sent before `all`. */
    collect: (): void => {
      canWait = false;
      wakeWriter();
    },
    /** The database may wait for the client, for a while. */
    mayWait: (): void => {
      canWait = true;
    },
    /** All of it at once, when it has ended. */
    all: (): Buffer => {
      if (failure) throw failure.error;
      account.release(queued);
      return Buffer.concat(queue);
    },
  };
};

export type Pieces = ReturnType<typeof createPieces>;
