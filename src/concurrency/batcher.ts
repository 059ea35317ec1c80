import { setTimeout as delay } from 'node:timers/promises';

/**
 * Collects the calls that arrive while a batch is in flight, and sends them together as the next batch. Under load many
 * callers share the cost of a round trip and a commit. Without load a call is sent at once.
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
export type SendBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;

export interface BatcherOptions<Item> {
  /**
   * Chooses, from the head of the queue, what may go into one batch (default: everything, up to 500): one boolean for
   * each queued item. It may choose none while a batch is in flight: the items then wait for its answer.
   */
  readonly pick?: (queued: readonly Item[]) => boolean[];
  /**
   * How many batches may be in flight at once (default 1). With two, we prepare one while the server works on the other.
   * While there are few items it is one.
   */
  readonly maxInFlight?: number;
  /**
   * Under load, batches are sent at least this far apart, unless as many items wait as there were lately: a round trip for
   * a few items costs nearly as much as one for many, on both sides. A single item never waits. Default: 0.
   */
  readonly gatherMs?: number;
}

/** With this many items the cost of a batch is shared well enough: they need not wait for more. */
const ENOUGH = 32;
/** So few items are sent in one batch: two batches would often have a single one, and each batch costs as much as an item. */
const FEW = 8;

const upToFiveHundred = (queued: readonly unknown[]): boolean[] => queued.map((_, index) => index < 500);

/** `send` sends a batch. */
export const createBatcher = <Item, Result>(
  send: SendBatch<Item, Result>,
  options: BatcherOptions<Item> = {},
): Batcher<Item, Result> => {
  const { pick = upToFiveHundred, maxInFlight = 1, gatherMs = 0 } = options;
  let queue: Waiting<Item, Result>[] = [];
  let scheduled: Promise<void> | undefined;
  let itemsInFlight = 0;
  let lastSize = 1;
  /**
   * How many items were lately queued or in flight: a batch waits for no more than these. It falls by one with each batch, as
   * callers may have gone.
   */
  let recentLoad = 1;
  let lastSentAt = 0;
  let onFull = (): void => {};
  const inFlight = new Set<Promise<void>>();

  const takeBatch = (): Waiting<Item, Result>[] => {
    // A batch takes only its share of many items. If it took all, the next one would have nothing to send.
    const share = Math.max(ENOUGH, Math.ceil((queue.length + itemsInFlight) / maxInFlight));
    const chosen = pick(queue.map((waiting) => waiting.item));
    const chosenItems = new Set(queue.filter((_, index) => chosen[index]).slice(0, share));
    queue = queue.filter((waiting) => !chosenItems.has(waiting));
    return [...chosenItems];
  };

  const sendOne = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await send(batch.map((waiting) => waiting.item));
      for (const [index, result] of results.entries()) {
        const waiting = batch[index]!;
        if (result instanceof Error) waiting.reject(result);
        else waiting.resolve(result);
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  };

  const sendBatches = (): void => {
    scheduled = undefined;
    while (inFlight.size < (recentLoad > FEW ? maxInFlight : 1) && queue.length > 0) {
      recentLoad = Math.max(queue.length + itemsInFlight, recentLoad - 1);
      const batch = takeBatch();
      if (batch.length === 0) return;
      itemsInFlight += batch.length;
      lastSize = batch.length;
      lastSentAt = performance.now();
      const sending = sendOne(batch).then(() => {
        itemsInFlight -= batch.length;
        inFlight.delete(sending);
        start();
      });
      inFlight.add(sending);
    }
  };

  const start = (): void => {
    if (queue.length === 0) return;
    // One turn of the event loop later, so that callers of the same tick share a batch.
    scheduled ??= new Promise<void>((resolve) => setImmediate(resolve)).then(gather).then(sendBatches);
  };

  /** A batch that was shared a moment ago is likely to be shared again. */
  const gather = async (): Promise<void> => {
    const wait = lastSize > 1 ? lastSentAt + gatherMs - performance.now() : 0;
    if (wait > 0 && !isFull()) await Promise.race([delay(wait), full()]);
  };

  const isFull = (): boolean => queue.length >= Math.min(ENOUGH, recentLoad - itemsInFlight);

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
      while (scheduled || inFlight.size > 0) await (scheduled ?? Promise.race(inFlight));
    },
  };
};
