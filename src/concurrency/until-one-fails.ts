/**
 * Works on the items in their order, a few at once. After one has failed no other begins; its error is thrown when those that had
 * begun have ended.
 */
export const untilOneFails = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce: number,
): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next++]!;
      try {
        await work(item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
};
