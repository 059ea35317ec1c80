import { entryOf, withEntries, withoutIds } from '../collections/by-id.ts';
import { requireUnique } from '../collections/unique.ts';
import type { Decider } from '../decider.ts';
import { isSameValue } from '../same-value.ts';
import type { StopListCommand, VenueCommand } from './commands.ts';
import type { StopListEntry, StopListEvent } from './events.ts';
import { withQuantities } from './return-units.ts';
import {
  EMPTY_STOP_LIST,
  type LimitedProduct,
  type StopList,
  withFewerUnits,
  withoutHold,
  withUnits,
} from './state.ts';
import { decideUnits } from './units.ts';

const decide = (stopList: StopList, command: StopListCommand): readonly StopListEvent[] => {
  switch (command.type) {
    case 'SetStopList':
    case 'ClearStopList':
      return decideEntries(stopList, command);
    default:
      return decideUnits(stopList, command);
  }
};

const decideEntries = ({ entries }: StopList, command: VenueCommand): readonly StopListEvent[] => {
  const { brand_id, point_id } = command;
  if (command.type === 'SetStopList') {
    requireUnique(command.entries, (entry) => entry.product_id, 'entries', 'product_id');
    // A product that is sold out has 0 units, but returned units go on sale again. If the venue sets it to 0, they no
    // longer do. So this is a change, though the number stays the same.
    const changed = command.entries.filter(
      (entry) => !isSameValue(entryOf(entries, entry.product_id), toLimited(entry)),
    );
    return changed.length === 0 ? [] : [{ type: 'StopListSet', data: { brand_id, point_id, entries: changed } }];
  }
  const asked = command.product_ids ?? entries.map(([productId]) => productId);
  const product_ids = [...new Set(asked)].filter((productId) => entryOf(entries, productId));
  return product_ids.length === 0 ? [] : [{ type: 'StopListCleared', data: { brand_id, point_id, product_ids } }];
};

const toLimited = ({ product_id, quantity, reason }: StopListEntry): LimitedProduct => ({
  product_id,
  quantity,
  reason,
  stopped: quantity === 0,
});

const evolve = (stopList: StopList, { type, data }: StopListEvent): StopList => {
  const { entries, holds } = stopList;
  switch (type) {
    case 'StopListSet':
      return {
        entries: withEntries(
          entries,
          data.entries.map((it) => [it.product_id, toLimited(it)] as const),
        ),
        holds,
      };
    case 'StopListCleared':
      return { entries: withoutIds(entries, data.product_ids), holds };
    case 'UnitsTaken':
      return { entries: withQuantities(entries, data.units), holds: withUnits(stopList, data) };
    case 'UnitsReturned':
      return {
        entries: withQuantities(entries, data.units),
        holds: withoutHold(holds, data.order_id, data.hold_id),
      };
    case 'UnitsPartlyReturned':
      return {
        entries: withQuantities(entries, data.units),
        holds: withFewerUnits(stopList, { ...data, units: data.given_up }),
      };
    case 'HoldsSettled':
      return {
        entries,
        holds: data.holds.reduce((rest, hold) => withoutHold(rest, hold.order_id, hold.hold_id), holds),
      };
  }
};

/** Stream `stop_list-<point_id>`. Each point has one stream, so of two orders only one gets the last unit. */
export const stopListDecider: Decider<StopList, StopListCommand, StopListEvent> = {
  category: 'stop_list',
  stateVersion: 2,
  initial: EMPTY_STOP_LIST,
  evolve,
  decide,
};
