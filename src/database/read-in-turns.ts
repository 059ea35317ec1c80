import type { Duplex } from 'node:stream';

/** Shorter pieces are answers of a few rows, which are soon parsed. */
const LARGE = 8 * 1024;
/** Bytes of one turn of the event loop: some milliseconds of work to parse them. */
const A_TURN = 64 * 1024;

/**
 * Lets others have their turn between the pieces of a long answer. While a database sends faster than its rows are parsed, the
 * system hands over two megabytes in one turn, which takes 30 ms and more.
 */
export const readInTurns = (socket: Pick<Duplex, 'on' | 'pause' | 'resume' | 'isPaused'>): void => {
  let taken = 0;
  let isHeld = false;
  const nextTurn = (): void => {
    taken = 0;
    if (!isHeld) return;
    isHeld = false;
    socket.resume();
  };
  socket.on('data', (piece: Buffer) => {
    if (piece.length < LARGE) return;
    if (taken === 0) setImmediate(nextTurn);
    taken += piece.length;
    // Whoever has paused it resumes it.
    if (taken < A_TURN || socket.isPaused()) return;
    isHeld = true;
    socket.pause();
  });
};
