import { type ById, entryOf, withEntries, withoutIds } from '../by-id.ts';
import type { Decider } from '../decider.ts';
import { isSameValue } from '../same-value.ts';
import { requireUnique } from '../unique.ts';
import type { StopListEntry, StopListEvent } from './events.ts';

/** What a point is out of, or nearly out of. A product that is absent has no restriction. */
export interface StopList {
  readonly entries: ById<StopListEntry>;
}

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export type StopListCommand =
  | (OfPoint & { readonly type: 'SetStopList'; readonly entries: readonly StopListEntry[] })
  /** Null: everything on the list. */
  | (OfPoint & { readonly type: 'ClearStopList'; readonly product_ids: readonly number[] | null });

const decide = ({ entries }: StopList, command: StopListCommand): readonly StopListEvent[] => {
  const { brand_id, point_id } = command;
  if (command.type === 'SetStopList') {
    requireUnique(command.entries, (entry) => entry.product_id, 'entries', 'product_id');
    const changed = command.entries.filter((entry) => !isSameValue(entryOf(entries, entry.product_id), entry));
    return changed.length === 0 ? [] : [{ type: 'StopListSet', data: { brand_id, point_id, entries: changed } }];
  }
  const asked = command.product_ids ?? entries.map(([productId]) => productId);
  const product_ids = [...new Set(asked)].filter((productId) => entryOf(entries, productId));
  return product_ids.length === 0 ? [] : [{ type: 'StopListCleared', data: { brand_id, point_id, product_ids } }];
};

const evolve = (stopList: StopList, { type, data }: StopListEvent): StopList => {
  if (type === 'StopListCleared') return { entries: withoutIds(stopList.entries, data.product_ids) };
  const entries = data.entries.map((entry) => [entry.product_id, entry] as const);
  return { entries: withEntries(stopList.entries, entries) };
};

/** Stream `stop_list-<point_id>`. */
export const stopListDecider: Decider<StopList, StopListCommand, StopListEvent> = {
  category: 'stop_list',
  stateVersion: 1,
  initial: { entries: [] },
  evolve,
  decide,
};
