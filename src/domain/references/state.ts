import type { BrandCreated, BrandEvent } from './events.ts';
import { type Entries, type ListName, listNames, listOfEvent, referenceLists, retiringOf } from './lists.ts';

/** Entries of a list by id. */
export type Listed<Reference> = Readonly<Record<number, Reference>>;

/** A brand and its reference lists: one stream, because references refer to each other (a table to its hall). */
export type Brand = BrandCreated &
  Lists & {
    /** Entries that nobody can choose any more. What chose them before still has them. */
    readonly retired: Lists;
  };

type Lists = { readonly [List in ListName]: Listed<Entries[List]> };

/** Null until the brand is created. */
export type BrandState = Brand | null;

export const evolveBrand = (state: BrandState, event: BrandEvent): BrandState => {
  if (event.type === 'BrandCreated') return { ...event.data, ...emptyLists, retired: emptyLists };
  if (state === null) return state;
  switch (event.type) {
    case 'RetentionSet':
      return { ...state, retention_days: event.data.retention_days };
    case 'OrderTypeSubLostDefault':
      return { ...state, order_type_subs: withoutDefault(state.order_type_subs, event.data.order_type_sub_id) };
    case 'CancelCauseLostDefault':
      return { ...state, cancel_causes: withoutDefault(state.cancel_causes, event.data.cancel_cause_id) };
    default: {
      const retiring = retiringOf(event.type);
      if (retiring) return retire(state, retiring.list, idOf(retiring.list, event.data), retiring.isRetired);
      const list = listOfEvent(event.type);
      if (list === undefined) return state;
      return { ...state, [list]: { ...state[list], [idOf(list, event.data)]: event.data } };
    }
  }
};

/** The id of an entry of the list. The schema of each list has its id field, a number. */
export const idOf = (list: ListName, entry: object): number =>
  (entry as Readonly<Record<string, number>>)[referenceLists[list].id]!;

/** Object.fromEntries forgets that every list has its member. */
const emptyLists = Object.fromEntries(listNames.map((list) => [list, {}])) as Lists;

/** Moves an entry to those that are retired, or back. What is retired is the default of nothing. */
const retire = (state: Brand, list: ListName, id: number, isRetired: boolean): Brand => {
  const { [id]: entry, ...from } = isRetired ? state[list] : state.retired[list];
  if (entry === undefined) return state;
  const to = { ...(isRetired ? state.retired[list] : state[list]), [id]: withoutBeingDefault(entry) };
  const [used, retired] = isRetired ? [from, to] : [to, from];
  return { ...state, [list]: used, retired: { ...state.retired, [list]: retired } };
};

const withoutBeingDefault = (entry: object): object =>
  'is_default' in entry ? { ...entry, is_default: false } : entry;

/** Every entry that the list has or had. */
export const everIn = <List extends ListName>(brand: Brand, list: List): Listed<Entries[List]> => ({
  ...brand.retired[list],
  ...brand[list],
});

const withoutDefault = <Reference extends { is_default: boolean }>(
  references: Listed<Reference>,
  id: number,
): Listed<Reference> => {
  const reference = references[id];
  return reference ? { ...references, [id]: { ...reference, is_default: false } } : references;
};
