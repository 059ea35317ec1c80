/** Runs work of the same name one at a time, in order of arrival. Work of different names runs at once. */
export type InQueue = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a queue for each name, and forgets it when it is empty. Of millions of names most have one piece of work: that begins at
 * once, where a p-queue for each would be made and thrown away.
 */
export const createNamedQueues = (): InQueue => {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name);
    const mine = before ? before.then(work, work) : work();
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
};
