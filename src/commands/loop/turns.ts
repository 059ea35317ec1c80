/** Work of one name in order of arrival, one at a time; of different names, at once. */
export type InTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const createTurns = (): InTurn => {
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
