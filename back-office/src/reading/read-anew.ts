import { hashKey, type QueryClient } from '@tanstack/react-query';

/** What is read once more when the reading that is on its way has come. */
const waiting = new WeakMap<QueryClient, Set<string>>();

/**
 * Reads something anew. What is on its way may be from before the change, but is waited for: begun anew at each change, a slow reading
 * would never come.
 */
export const readOnceMore = async (client: QueryClient, queryKey: readonly unknown[]): Promise<void> => {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus === 'fetching') {
    const names = waiting.get(client) ?? new Set();
    waiting.set(client, names);
    const name = hashKey(queryKey);
    if (names.has(name)) return;
    names.add(name);
    await query.promise?.catch(() => {});
    names.delete(name);
  }
  await client.invalidateQueries({ queryKey, exact: true });
};

/**
 * Asks the same thing again and again, and passes on the answer to the question that was asked last.
 * @returns undefined: another one has been asked since. An answer that comes in late tells what was before
 */
export const createLatest = <Name>() => {
  const latest = new Map<Name, symbol>();
  return async <Told>(name: Name, ask: () => Promise<Told>): Promise<Told | undefined> => {
    const own = Symbol();
    latest.set(name, own);
    try {
      const told = await ask();
      return latest.get(name) === own ? told : undefined;
    } finally {
      if (latest.get(name) === own) latest.delete(name);
    }
  };
};
