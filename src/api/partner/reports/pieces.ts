import { PassThrough } from 'node:stream';
import type { Outgoing } from '../../http/route-answer.ts';

/** Texts become bytes when there are so many characters. */
const PIECE = 64 * 1024;

/**
 * An answer that is sent while it is made. It is made as fast as the database goes: a slow client holds bytes in memory, and
 * no connection of the database.
 */
export const createPieces = () => {
  const ready = new PassThrough();
  // The reader of the pieces gets the error. If it comes before the first read, it is the answer.
  ready.on('error', () => {});
  let text = '';
  const flush = (): void => {
    ready.write(text);
    text = '';
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
      ready.end();
    },
    /** The answer is cut off. */
    fail: (error: Error): void => {
      ready.destroy(error);
    },
    sendTo: async (out: Outgoing): Promise<void> => {
      for await (const piece of ready) await out.write(piece);
    },
    /** All of it at once. */
    all: async (): Promise<Buffer> => Buffer.concat(await ready.toArray()),
  };
};

export type Pieces = ReturnType<typeof createPieces>;
