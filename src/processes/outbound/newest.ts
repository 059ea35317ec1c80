/**
 * Loads by key, and never answers with something that was read before the question: callers that ask while a load is
 * under way share the next one. Many that ask at once cost two loads.
 */
export const createNewest = <Value>(load: (key: string) => Promise<Value>): ((key: string) => Promise<Value>) => {
  const underWay = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Value>>();

  const start = (key: string): Promise<Value> => {
    const loading = load(key);
    const ended = loading
      .catch(() => {})
      .then(() => {
        if (underWay.get(key) === ended) underWay.delete(key);
      });
    underWay.set(key, ended);
    return loading;
  };

  return (key) => {
    const waiting = next.get(key);
    if (waiting) return waiting;
    const before = underWay.get(key);
    if (!before) return start(key);
    const following = before.then(() => {
      next.delete(key);
      return start(key);
    });
    next.set(key, following);
    return following;
  };
};
