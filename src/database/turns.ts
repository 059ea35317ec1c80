import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that takes longer is interrupted, so that other requests have their turn. */
const LONGEST_MS = 8;

/** Cuts long work into slices. */
export interface Turns {
  /** Whether this slice was long enough. */
  readonly isOver: boolean;
  /** Resolves when everybody else had a turn: a new slice begins. */
  next(): Promise<void>;
}

export const createTurns = (): Turns => {
  let began = performance.now();
  return {
    get isOver() {
      return performance.now() - began > LONGEST_MS;
    },
    next: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
};
