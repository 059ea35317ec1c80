import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that takes longer is interrupted, so that other requests have their turn. A collection of garbage may come on top. */
const LONGEST_MS = 4;

/** Cuts long work into slices. */
export interface Turns {
  /** Whether this slice was long enough. */
  readonly isOver: boolean;
  /** Resolves when everybody else had a turn: a new slice begins. */
  next(): Promise<void>;
}

export const createTurns = (): Turns => {
  let began = performance.now();
  return {
    get isOver() {
      return performance.now() - began > LONGEST_MS;
    },
    next: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
};

/** How often the time is looked at: for so many items. */
const GLANCE = 16;

/** Does the work for each item of a long list, with turns of others in between. */
export const eachInTurns = async <Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> => {
  const turns = createTurns();
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % GLANCE === 0 && turns.isOver) await turns.next();
  }
};

/** As Array.map, with turns of others in between. */
export const mapInTurns = async <In, Out>(items: Iterable<In>, map: (item: In) => Out): Promise<Out[]> => {
  const mapped: Out[] = [];
  await eachInTurns(items, (item) => mapped.push(map(item)));
  return mapped;
};

/** As Map.groupBy, with turns of others in between. */
export const groupInTurns = async <Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Promise<Map<Key, Item[]>> => {
  const groups = new Map<Key, Item[]>();
  await eachInTurns(items, (item) => {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  });
  return groups;
};

/** So many items are sorted at once. */
const SORTED_AT_ONCE = 500;

/** As Array.toSorted, with turns of others in between: sorted parts are merged. */
export const sortInTurns = async <Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> => {
  const turns = createTurns();
  let parts: Item[][] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    parts.push(items.slice(from, from + SORTED_AT_ONCE).sort(compare));
    if (turns.isOver) await turns.next();
  }
  while (parts.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < parts.length; index += 2) {
      merged.push(await mergeInTurns(parts[index]!, parts[index + 1] ?? [], compare, turns));
    }
    parts = merged;
  }
  return parts[0] ?? [];
};

const mergeInTurns = async <Item>(
  ones: readonly Item[],
  others: readonly Item[],
  compare: (one: Item, other: Item) => number,
  turns: Turns,
): Promise<Item[]> => {
  const merged: Item[] = [];
  let [one, other] = [0, 0];
  while (one < ones.length || other < others.length) {
    const isOne = other === others.length || (one < ones.length && compare(ones[one]!, others[other]!) <= 0);
    merged.push(isOne ? ones[one++]! : others[other++]!);
    if (merged.length % GLANCE === 0 && turns.isOver) await turns.next();
  }
  return merged;
};
