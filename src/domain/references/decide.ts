import type { Decider } from '../decider.ts';
import { mended } from '../mended.ts';
import { type Need, requireUnneeded } from '../needs.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { BrandCommand, DefineReference, Entry, RetireReference } from './commands.ts';
import type { BrandEvent } from './events.ts';
import { type ListName, listNames, referenceLists, retiringEventOf, whatOf } from './lists.ts';
import { rulesOf } from './rules.ts';
import { type Brand, type BrandState, evolveBrand, idOf } from './state.ts';

/** The brand and its reference lists. References are created, replaced whole, changed in part, retired and restored. */
const decide = (state: BrandState, command: BrandCommand): readonly BrandEvent[] => {
  if (command.type === 'CreateBrand') return state ? [] : [{ type: 'BrandCreated', data: command.brand }];
  if (state === null) throw notFound('brand_not_found');
  if (command.type === 'SetRetention') return setRetention(state, command.retention_days);
  if (command.type === 'DefineReference') return defineReference(state, command);
  return retireReference(state, command);
};

const setRetention = ({ brand_id, retention_days: before }: Brand, retention_days: number): readonly BrandEvent[] =>
  before === retention_days ? [] : [{ type: 'RetentionSet', data: { brand_id, retention_days } }];

const defineReference = (
  brand: Brand,
  { list, entry: given, replaces, named }: DefineReference,
): readonly BrandEvent[] => {
  const { event, not_found } = referenceLists[list];
  const { complete, change } = rulesOf(list);
  const id = idOf(list, given);
  const retired: Entry | undefined = brand.retired[list][id];
  const known: Entry | undefined = brand[list][id] ?? retired;
  if (replaces && known === undefined) throw notFound(not_found);
  const meant = mended(known, given, named);
  // What is retired stays as it is, and so may the things that it names be retired.
  const entry = (complete && !retired ? complete(brand, meant) : { ...known, ...meant }) as Entry;
  if (isSameValue(known, entry)) return [];
  if (retired) throw conflict('entry_retired');
  const before = change ? change(brand, entry, known) : [];
  // The schema of the list's event defines its entries. An entry is checked against it before it is recorded.
  return [...before, { type: event, data: entry } as BrandEvent];
};

/** Lists whose entries belong to an entry of another one: `tables` to a hall, by `hall_id`. */
const PARTS: readonly { readonly of: ListName; readonly list: ListName }[] = [
  { of: 'halls', list: 'tables' },
  { of: 'regions', list: 'districts' },
];

const retireReference = (brand: Brand, { type, list, id, needed_by }: RetireReference): readonly BrandEvent[] => {
  const isRetired = type === 'RetireReference';
  const from = isRetired ? brand : brand.retired;
  const entry = from[list][id];
  if (entry === undefined) {
    const isDone = (isRetired ? brand.retired : brand)[list][id] !== undefined;
    if (isDone) return [];
    throw notFound(referenceLists[list].not_found);
  }
  if (isRetired) requireUnneeded([...partsOf(brand, list, id), ...needed_by]);
  else requireWholes(brand, list, entry);
  const data = { brand_id: brand.brand_id, [referenceLists[list].id]: id };
  return [{ type: retiringEventOf(list, isRetired), data } as BrandEvent];
};

/** The entries that belong to this one. */
const partsOf = (brand: Brand, of: ListName, id: number): Need[] =>
  PARTS.filter((part) => part.of === of).flatMap(({ list }) =>
    Object.values<Entry>(brand[list])
      .filter((part) => part[referenceLists[of].id] === id)
      .map((part) => ({ what: whatOf(list), id: idOf(list, part), name: String(part.name) })),
  );

/** Throws entry_retired (409) if what the entry belongs to is retired itself. */
const requireWholes = (brand: Brand, list: ListName, entry: Entry): void => {
  for (const { of } of PARTS.filter((part) => part.list === list)) {
    const idField = referenceLists[of].id;
    if (brand[of][Number(entry[idField])] === undefined) throw conflict('entry_retired', {}, { field: idField });
  }
};

export const brandDecider: Decider<BrandState, BrandCommand, BrandEvent> = {
  category: 'brand',
  // Each list is a part of the state: when a list is added, snapshots without it are ignored.
  stateVersion: 3 + listNames.length,
  initial: null,
  evolve: evolveBrand,
  decide,
};
