import { entryOf, withEntries } from '../../domain/collections/by-id.ts';
import { isOf } from '../../domain/event-catalogue.ts';
import { addQuantities } from '../../domain/money.ts';
import type { StopList } from '../../domain/stop-list/state.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { StreamFolding } from '../as-of/fold-stream.ts';
import { stopListFolding } from '../as-of/foldings.ts';

/**
 * The stop-list, from events in the order in which they happened or not: an event that was recorded late says how many
 * units it left then, after later ones. So units are counted here.
 */
export const soldUnitsFolding: StreamFolding<StopList> = {
  ...stopListFolding,
  evolve: (stopList, event) => {
    const moved = movedIn(event);
    if (moved.length === 0) return stopListFolding.evolve(stopList, event);
    const entries = moved.flatMap(({ product_id, units }) => {
      const entry = entryOf(stopList.entries, product_id);
      if (!entry) return [];
      return [[product_id, { ...entry, quantity: Math.max(0, addQuantities(entry.quantity, units)) }] as const];
    });
    return { ...stopList, entries: withEntries(stopList.entries, entries) };
  },
};

const movedIn = (event: RecordedEvent) => {
  if (isOf(event, 'UnitsTaken')) return event.data.units.map((it) => ({ ...it, units: -it.quantity }));
  if (isOf(event, 'UnitsReturned') || isOf(event, 'UnitsPartlyReturned')) {
    return event.data.units.map((it) => ({ ...it, units: it.quantity }));
  }
  return [];
};
