import type { Request } from 'express';
import { HttpError } from './errors.ts';

/** A body that is being read. */
export interface BodyStream {
  /**
   * Resolves when the whole body was read, or when it was stopped. Rejects with the reason of the stop, or if the client
   * has gone.
   */
  readonly done: Promise<void>;
  /** Reads no further. The rest waits in the connection. */
  stop(error?: unknown): void;
}

/** Hands each piece of a body to `take`, until the body ends or is stopped. If `take` throws, the reading stops. */
export const readBody = (req: Request, take: (piece: Buffer) => void): BodyStream => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = (): void => void req.off('data', onData).off('end', onEnd).off('close', onBroken);
  const stop = (error?: unknown): void => {
    leave();
    req.pause();
    if (error === undefined) resolve();
    else reject(error);
  };
  const onData = (piece: Buffer): void => {
    try {
      take(piece);
    } catch (error) {
      stop(error);
    }
  };
  const onEnd = (): void => {
    leave();
    resolve();
  };
  const onBroken = (): void => stop(new HttpError(400, 'body_unreadable'));

  // The listener stays to the end: an error without a listener would end the process.
  req.on('error', onBroken);
  // The client may have gone while its body waited in the queue. Its `close` event came then and does not come again.
  if (req.destroyed) onBroken();
  else req.on('data', onData).once('end', onEnd).once('close', onBroken).resume();
  return { done: promise, stop };
};

const BLOCK = 64 * 1024;

/**
 * The pieces of a body so far. Small pieces are copied together: a body may come byte by byte, and each piece costs
 * more than its bytes.
 */
export const createPieces = () => {
  const pieces: Buffer[] = [];
  let block: Buffer | undefined;
  let filled = 0;
  const closeBlock = (): void => {
    if (block) pieces.push(block.subarray(0, filled));
    block = undefined;
    filled = 0;
  };
  return {
    add: (piece: Buffer): void => {
      // Most bodies are one piece, which is kept as it is.
      const isKept = pieces.length === 0 || piece.length > BLOCK / 2;
      if (isKept || filled + piece.length > BLOCK) closeBlock();
      if (isKept) {
        pieces.push(piece);
        return;
      }
      block ??= Buffer.allocUnsafe(BLOCK);
      filled += piece.copy(block, filled);
    },
    all: (): Buffer[] => {
      closeBlock();
      return pieces;
    },
  };
};
