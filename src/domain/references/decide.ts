import type { Decider } from '../decider.ts';
import { notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { BrandCommand, DefineReference } from './commands.ts';
import type { BrandEvent } from './events.ts';
import { listNames, referenceLists } from './lists.ts';
import { rulesOf } from './rules.ts';
import { type Brand, type BrandState, evolveBrand, idOf } from './state.ts';

/** The brand and its reference lists. References are created or replaced whole, and never removed. */
const decide = (state: BrandState, command: BrandCommand): readonly BrandEvent[] => {
  if (command.type === 'CreateBrand') return state ? [] : [{ type: 'BrandCreated', data: command.brand }];
  if (state === null) throw notFound('brand_not_found');
  if (command.type === 'SetRetention') return setRetention(state, command.retention_days);
  return defineReference(state, command);
};

const setRetention = ({ brand_id, retention_days: before }: Brand, retention_days: number): readonly BrandEvent[] =>
  before === retention_days ? [] : [{ type: 'RetentionSet', data: { brand_id, retention_days } }];

const defineReference = (brand: Brand, { list, entry: given, replaces }: DefineReference): readonly BrandEvent[] => {
  const { event, not_found } = referenceLists[list];
  const { complete, change } = rulesOf(list);
  const entry = complete ? complete(brand, given) : given;
  const known = brand[list][idOf(list, entry)];
  if (replaces && known === undefined) throw notFound(not_found);
  if (isSameValue(known, entry)) return [];
  const before = change ? change(brand, entry, known) : [];
  // The schema of the list's event defines its entries. An entry is checked against it before it is recorded.
  return [...before, { type: event, data: entry } as BrandEvent];
};

export const brandDecider: Decider<BrandState, BrandCommand, BrandEvent> = {
  category: 'brand',
  // Each list is a part of the state: when a list is added, snapshots without it are ignored.
  stateVersion: 2 + listNames.length,
  initial: null,
  evolve: evolveBrand,
  decide,
};
