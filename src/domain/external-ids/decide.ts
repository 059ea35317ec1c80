import { requireUnique } from '../collections/unique.ts';
import type { Decider } from '../decider.ts';
import type { ExternalIdEvent, ExternalIdsSet } from './events.ts';

export interface ExternalIdCommand extends ExternalIdsSet {
  readonly type: 'SetExternalIds';
}

/** By list: what each external id names. */
export interface ExternalIds {
  readonly [list: string]: Readonly<Record<string, number | string>>;
}

const namedBy = (state: ExternalIds, list: string, externalId: string): number | string | null => {
  const known = state[list] ?? {};
  // Its own alone: an external id may be called like something that every object has.
  return Object.hasOwn(known, externalId) ? known[externalId]! : null;
};

const decide = (state: ExternalIds, { brand_id, list, entries }: ExternalIdCommand): readonly ExternalIdEvent[] => {
  requireUnique(entries, ({ external_id }) => external_id, 'entries', 'external_id');
  const changed = entries.filter(({ external_id, id }) => namedBy(state, list, external_id) !== id);
  return changed.length === 0 ? [] : [{ type: 'ExternalIdsSet', data: { brand_id, list, entries: changed } }];
};

const evolve = (state: ExternalIds, { data: { list, entries } }: ExternalIdEvent): ExternalIds => {
  const named = new Map(Object.entries(state[list] ?? {}));
  for (const { external_id, id } of entries) {
    if (id === null) named.delete(external_id);
    else named.set(external_id, id);
  }
  return { ...state, [list]: Object.fromEntries(named) };
};

/**
 * Stream `external_ids-<brand_id>`: the names that the outside has for things of the brand. One names one thing of its
 * list. They stand beside the things, so that a thing can get one without being written anew.
 */
export const externalIdDecider: Decider<ExternalIds, ExternalIdCommand, ExternalIdEvent> = {
  category: 'external_ids',
  stateVersion: 1,
  initial: {},
  evolve,
  decide,
};
