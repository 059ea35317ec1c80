import { EventEmitter, once } from 'node:events';

/** How many leaves are in the tree and not stored. */
export interface UnstoredLeaves {
  readonly count: number;
  add(leaves: number): void;
  /** Resolves when the count changes, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void>;
}

export const createUnstoredLeaves = (): UnstoredLeaves => {
  const changes = new EventEmitter();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add: (leaves) => {
      if (leaves === 0) return;
      count += leaves;
      changes.emit('change');
    },
    changed: async (signal) => void (await once(changes, 'change', { signal }).catch(() => {})),
  };
};
