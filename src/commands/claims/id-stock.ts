/** Integer ids that are kept ready for a moment, so that under load not every caller waits for the database. */
export interface IdStock {
  next(): Promise<number>;
}

/**
 * How long they are kept. Ids of one process follow the time within this bound: a reader that goes on from its last id
 * must not meet an older one hours later.
 */
const FRESH_MS = 500;
const MAX_BATCH = 200;

/** `fetch` returns so many new ids, ascending. Ids that are not taken in time, or before a crash, are lost. */
export const createIdStock = (
  fetch: (count: number) => Promise<readonly number[]>,
  now: () => number = performance.now.bind(performance),
): IdStock => {
  let stock: readonly number[] = [];
  let taken = 0;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let delivery: Promise<void> | undefined;
  let waiting = 0;

  const isOld = (): boolean => now() - fetchedAt > FRESH_MS;

  /**
   * As many as were needed the last time, or twice as many if that was not enough: at least one for each who asks in this
   * turn.
   */
  const count = (): number => Math.min(MAX_BATCH, Math.max(waiting, isOld() ? taken : 2 * taken));

  const reorder = (): Promise<void> => {
    delivery ??= Promise.resolve()
      .then(() => fetch(count()))
      .then((ids) => {
        stock = ids;
        taken = 0;
        fetchedAt = now();
      })
      .finally(() => {
        delivery = undefined;
      });
    return delivery;
  };

  return {
    next: async () => {
      waiting += 1;
      try {
        while (taken === stock.length || isOld()) await reorder();
        return stock[taken++]!;
      } finally {
        waiting -= 1;
      }
    },
  };
};
