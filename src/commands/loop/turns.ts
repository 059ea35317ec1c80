/** Work with the same name runs one at a time, in order of arrival; work with different names at once. */
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
