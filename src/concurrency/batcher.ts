import { setTimeout as delay } from 'node:timers/promises';

/**
 * Collects the calls that arrive while a flight is out, and sends them together as the next flight. Under load many
 * callers share the cost of a round trip and a commit. Without load a call leaves at once.
 */
export interface Batcher<Item, Result> {
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

export interface BatcherOptions<Item> {
  /**
   * Chooses, from the head of the queue, what may travel together (default: everything, up to 500): one boolean for
   * each queued item. It may choose none while a flight is out: the items then wait for it to land.
   */
  readonly pick?: (queued: readonly Item[]) => boolean[];
  /**
   * How many flights may be out at once (default 1). With two, we prepare one while the server works on the other. While
   * there are few items it is one.
   */
  readonly flights?: number;
  /**
   * Under load, flights leave at least this far apart, unless as many items wait as there were lately: a round trip for
   * a few items costs nearly as much as one for many, on both sides. A single item never waits. Default: 0.
   */
  readonly gatherMs?: number;
}

/** With this many items the cost of the flight is shared well enough: they need not wait for more. */
const ENOUGH = 32;
/** So few items share one flight: two flights would often carry a single one, and each flight costs as much as an item. */
const FEW = 8;

const upToFiveHundred = (queued: readonly unknown[]): boolean[] => queued.map((_, index) => index < 500);

/** `fly` carries a batch. */
export const createBatcher = <Item, Result>(
  fly: Flight<Item, Result>,
  options: BatcherOptions<Item> = {},
): Batcher<Item, Result> => {
  const { pick = upToFiveHundred, flights = 1, gatherMs = 0 } = options;
  let queue: Waiting<Item, Result>[] = [];
  let boarding: Promise<void> | undefined;
  let aboard = 0;
  let travelledLast = 1;
  /**
   * How many items were queued or aboard lately: a flight waits for no more than these. It falls by one with each flight, as
   * callers may have gone.
   */
  let lately = 1;
  let lastDeparture = 0;
  let onFull = (): void => {};
  const out = new Set<Promise<void>>();

  const board = (): Waiting<Item, Result>[] => {
    // A flight takes only its share of many items. If it took all, the other flight would have nothing to carry.
    const share = Math.max(ENOUGH, Math.ceil((queue.length + aboard) / flights));
    const chosen = pick(queue.map((waiting) => waiting.item));
    const boarded = new Set(queue.filter((_, index) => chosen[index]).slice(0, share));
    queue = queue.filter((waiting) => !boarded.has(waiting));
    return [...boarded];
  };

  const carry = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await fly(batch.map((waiting) => waiting.item));
      for (const [index, result] of results.entries()) {
        const waiting = batch[index]!;
        if (result instanceof Error) waiting.reject(result);
        else waiting.resolve(result);
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  };

  const depart = (): void => {
    boarding = undefined;
    while (out.size < (lately > FEW ? flights : 1) && queue.length > 0) {
      lately = Math.max(queue.length + aboard, lately - 1);
      const batch = board();
      if (batch.length === 0) return;
      aboard += batch.length;
      travelledLast = batch.length;
      lastDeparture = performance.now();
      const flight = carry(batch).then(() => {
        aboard -= batch.length;
        out.delete(flight);
        start();
      });
      out.add(flight);
    }
  };

  const start = (): void => {
    if (queue.length === 0) return;
    // One turn of the event loop later, so that callers of the same tick travel together.
    boarding ??= new Promise<void>((resolve) => setImmediate(resolve)).then(gather).then(depart);
  };

  /** A flight that was shared a moment ago is likely to be shared again. */
  const gather = async (): Promise<void> => {
    const wait = travelledLast > 1 ? lastDeparture + gatherMs - performance.now() : 0;
    if (wait > 0 && !isFull()) await Promise.race([delay(wait), full()]);
  };

  const isFull = (): boolean => queue.length >= Math.min(ENOUGH, lately - aboard);

  const full = (): Promise<void> =>
    new Promise((resolve) => {
      onFull = resolve;
    });

  return {
    submit: (item) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (isFull()) onFull();
        start();
      }),
    idle: async () => {
      while (boarding || out.size > 0) await (boarding ?? Promise.race(out));
    },
  };
};
