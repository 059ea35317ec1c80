import type { Response } from 'express';
import { onceOver } from '../once-over.ts';
import type { UnreadAccount } from './unread-account.ts';

/** A longer answer is written in pieces of this size, each when the client has taken the one before. */
export const PIECE_BYTES = 64 * 1024;

export interface Drain {
  /** Whether nobody takes anything any more. */
  readonly isOver: boolean;
  /** Resolves when the client can take more, or the answer is over. */
  wait(): Promise<void>;
}

export const createDrain = (res: Response): Drain => {
  let isOver = false;
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const ready = waiting;
    waiting = [];
    for (const one of ready) one();
  };
  res.on('drain', wake);
  onceOver(res, () => {
    isOver = true;
    wake();
  });
  return {
    get isOver() {
      return isOver || res.writableEnded || res.req.socket.destroyed;
    },
    wait: () =>
      new Promise((resolve) => {
        if (isOver) resolve();
        else waiting.push(resolve);
      }),
  };
};

/**
 * Writes one chunk at the pace of the client. Resolves early if the answer is over. `account`: what holds the chunk, and is
 * told what was taken of it.
 */
export const writeInPieces = async (
  res: Response,
  chunk: Buffer,
  drain: Drain,
  account?: UnreadAccount,
): Promise<void> => {
  for (let at = 0; at < chunk.length && !drain.isOver; at += PIECE_BYTES) {
    const piece = chunk.subarray(at, at + PIECE_BYTES);
    if (!res.write(piece)) await drain.wait();
    account?.release(piece.length);
  }
};

/** Writes a whole answer at the pace of the client, and ends it. */
export const sendPieces = async (res: Response, pieces: readonly Buffer[], account?: UnreadAccount): Promise<void> => {
  const drain = createDrain(res);
  for (const piece of pieces) await writeInPieces(res, piece, drain, account);
  if (!drain.isOver) res.end();
};
