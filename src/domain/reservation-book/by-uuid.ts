/**
 * Entries by UUID, for a book that remembers every reservation it ever held. States are never changed in place, and a
 * book of years is too large to copy at every event: three levels of at most sixteen digits and a short list below
 * them, so that a change copies a few dozen references however many entries there are.
 */
export type ByUuid<Entry> = Branch<Branch<Branch<Leaf<Entry>>>>;

type Branch<Child> = Readonly<Record<string, Child>>;
type Leaf<Entry> = readonly (readonly [id: string, entry: Entry])[];

export const entryOf = <Entry>(entries: ByUuid<Entry>, id: string): Entry | undefined =>
  leafOf(entries, id).find(([known]) => known === id)?.[1];

/** A copy with the entry added or replaced; with undefined, without it. */
export const withEntry = <Entry>(entries: ByUuid<Entry>, id: string, entry: Entry | undefined): ByUuid<Entry> => {
  const [first, second, third] = [id[0]!, id[1]!, id[2]!];
  const others = leafOf(entries, id).filter(([known]) => known !== id);
  const leaf: Leaf<Entry> = entry === undefined ? others : [...others, [id, entry]];
  const twigs = { ...entries[first]?.[second], [third]: leaf };
  return { ...entries, [first]: { ...entries[first], [second]: twigs } };
};

export const allEntries = <Entry>(entries: ByUuid<Entry>): Entry[] =>
  Object.values(entries).flatMap((branch) =>
    Object.values(branch).flatMap((twigs) => Object.values(twigs).flatMap((leaf) => leaf.map(([, entry]) => entry))),
  );

const leafOf = <Entry>(entries: ByUuid<Entry>, id: string): Leaf<Entry> => entries[id[0]!]?.[id[1]!]?.[id[2]!] ?? [];
