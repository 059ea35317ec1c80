import type { Request } from 'express';
import { HttpError } from './errors.ts';

/** The reading of one body. */
export interface BodyStream {
  /** Settles when all of the body was read, or when it was stopped. Rejects with what stopped it, or where the client has gone. */
  readonly done: Promise<void>;
  /** Reads no further; what is left waits in the connection. */
  stop(error?: unknown): void;
}

/** Hands each piece of a body to `take`, until the body ends or is stopped. What `take` throws stops it. */
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

  // Kept on to the end: an error without a listener would end the process.
  req.on('error', onBroken);
  // It may have gone while it waited for its turn, and tells so only once.
  if (req.destroyed) onBroken();
  else req.on('data', onData).once('end', onEnd).once('close', onBroken).resume();
  return { done: promise, stop };
};
