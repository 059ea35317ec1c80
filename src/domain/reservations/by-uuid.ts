/**
 * Entries by UUID, for a book that keeps every reservation it ever had. A state is never changed in place, and the
 * entries of many years are too many to copy at every event. So there are three levels with sixteen branches each, one
 * branch for each digit, and a short list below them. A change copies some sixty references, for any number of entries.
 */
export type ByUuid<Entry> = Branches<Branches<Branches<Leaf<Entry>>>>;

/** Sixteen, or none yet. */
type Branches<Child> = readonly Child[];
type Leaf<Entry> = readonly (readonly [id: string, entry: Entry])[];

export const entryOf = <Entry>(entries: ByUuid<Entry>, id: string): Entry | undefined => {
  const leaf = entries[digit(id, 0)]?.[digit(id, 1)]?.[digit(id, 2)];
  return leaf?.find(([known]) => known === id)?.[1];
};

/** A copy with the entry added or replaced; with undefined, without it. */
export const withEntry = <Entry>(entries: ByUuid<Entry>, id: string, entry: Entry | undefined): ByUuid<Entry> =>
  withBranch(entries, digit(id, 0), (first) =>
    withBranch(first, digit(id, 1), (second) =>
      withBranch(second, digit(id, 2), (leaf) => {
        const others = leaf.filter(([known]) => known !== id);
        return entry === undefined ? others : [...others, [id, entry]];
      }),
    ),
  );

export const allEntries = <Entry>(entries: ByUuid<Entry>): Entry[] => entries.flat(3).map(([, entry]) => entry);

const withBranch = <Child extends readonly unknown[]>(
  branches: Branches<Child>,
  place: number,
  change: (child: Child) => Child,
): Branches<Child> => {
  const grown: Branches<Child> = branches.length > 0 ? branches : Array(16).fill([]);
  return grown.with(place, change(grown[place]!));
};

const digit = (id: string, place: number): number => Number.parseInt(id[place]!, 16);
