import PQueue from 'p-queue';

/** Many items go a few at a time, so that requests are served in between. */
const AT_ONCE = 8;

/**
 * Works on a few items at a time. An item that fails delays no other. The first failure is thrown when all have been
 * tried.
 */
export const forEachAFew = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> => {
  const queue = new PQueue({ concurrency: atOnce });
  const results = await Promise.allSettled(items.map((item) => queue.add(() => work(item))));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
