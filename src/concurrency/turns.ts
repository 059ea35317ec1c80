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

/** How often the time is looked at: for so many items. */
const GLANCE = 16;

/** Does the work for each item of a long list, with turns of others in between. */
export const eachInTurns = async <Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> => {
  const turns = createTurns();
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % GLANCE === 0 && turns.isOver) await turns.next();
  }
};

/** As Array.map, with turns of others in between. */
export const mapInTurns = async <In, Out>(items: Iterable<In>, map: (item: In) => Out): Promise<Out[]> => {
  const mapped: Out[] = [];
  await eachInTurns(items, (item) => mapped.push(map(item)));
  return mapped;
};
