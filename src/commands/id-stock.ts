/** Ids kept ready, so that whoever needs one rarely has to wait for the database. Those in stock at a crash are lost. */
export interface IdStock {
  next(): Promise<number>;
}

const BATCH = 200;
const LOW = 100;

/** `fetch` answers so many new ids, ascending. */
export const createIdStock = (fetch: (count: number) => Promise<readonly number[]>): IdStock => {
  let stock: readonly number[] = [];
  let taken = 0;
  let delivery: Promise<void> | undefined;

  const reorder = (): Promise<void> => {
    delivery ??= fetch(BATCH)
      .then((ids) => {
        stock = [...stock.slice(taken), ...ids];
        taken = 0;
      })
      .finally(() => {
        delivery = undefined;
      });
    return delivery;
  };

  return {
    next: async () => {
      while (taken === stock.length) await reorder();
      // Whoever finds the stock empty later learns of the failure.
      if (stock.length - taken <= LOW) reorder().catch(() => {});
      return stock[taken++]!;
    },
  };
};
