/**
 * Gathers calls that arrive while a flight is out and sends them together as the next one. Under load the cost of a
 * round trip and a commit is shared by everybody who waited; with no load a call leaves at once.
 */
export interface Coalescer<Item, Result> {
  submit(item: Item): Promise<Result>;
  /** Resolves when nothing is queued or in flight. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** One answer per item, in order; an Error in an item's place rejects that item alone. */
export type Flight<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;

/**
 * `fly` carries a batch. `pick` chooses, from the head of the queue, what may travel together (default: everything,
 * up to `maxItems`): it answers one boolean per queued item, at least one of them true.
 */
export const createCoalescer = <Item, Result>(
  fly: Flight<Item, Result>,
  pick: (queued: readonly Item[]) => boolean[] = (queued) => queued.map((_, index) => index < 500),
): Coalescer<Item, Result> => {
  let queue: Waiting<Item, Result>[] = [];
  let flying: Promise<void> | undefined;

  const board = (): Waiting<Item, Result>[] => {
    const chosen = pick(queue.map((waiting) => waiting.item));
    const boarded = queue.filter((_, index) => chosen[index]);
    queue = queue.filter((_, index) => !chosen[index]);
    return boarded;
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = board();
      try {
        const results = await fly(batch.map((waiting) => waiting.item));
        for (const [index, waiting] of batch.entries()) {
          const result = results[index];
          if (result instanceof Error) waiting.reject(result);
          else waiting.resolve(result as Result);
        }
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  };

  const start = (): void => {
    // A turn of the event loop later: callers of the same tick travel together.
    flying ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      flying = undefined;
      if (queue.length > 0) start();
    });
  };

  return {
    submit: (item) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        start();
      }),
    idle: async () => {
      while (flying) await flying;
    },
  };
};
