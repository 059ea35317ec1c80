import { entryOf, withEntries } from '../collections/by-id.ts';
import { addQuantities } from '../money.ts';
import type { MovedUnits, StopListEvent } from './events.ts';
import { findHold, type HeldUnits, type StopList, sumUnits } from './state.ts';
import type { UnitsCommand } from './unit-commands.ts';

export const giveBack = (
  stopList: StopList,
  { brand_id, point_id, order_id, hold_ids }: Extract<UnitsCommand, { type: 'ReturnUnits' }>,
): readonly StopListEvent[] => {
  const events: StopListEvent[] = [];
  let { entries } = stopList;
  for (const hold_id of new Set(hold_ids)) {
    const hold = findHold(stopList, order_id, hold_id);
    if (!hold) continue;
    const units = returnedUnits(entries, hold.units);
    events.push({ type: 'UnitsReturned', data: { brand_id, point_id, order_id, hold_id, units } });
    entries = withQuantities(entries, units);
  }
  return events;
};

export const giveBackSurplus = (
  stopList: StopList,
  { brand_id, point_id, order_id, hold_ids, kept }: Extract<UnitsCommand, { type: 'FitHolds' }>,
): readonly StopListEvent[] => {
  const wanted = new Map(sumUnits(kept).map((units) => [units.product_id, units.quantity]));
  const events: StopListEvent[] = [];
  let { entries } = stopList;
  for (const hold_id of new Set(hold_ids)) {
    const given_up = (findHold(stopList, order_id, hold_id)?.units ?? []).flatMap(({ product_id, quantity }) => {
      const keep = Math.min(quantity, wanted.get(product_id) ?? 0);
      wanted.set(product_id, addQuantities(wanted.get(product_id) ?? 0, -keep));
      return keep === quantity ? [] : [{ product_id, quantity: addQuantities(quantity, -keep) }];
    });
    if (given_up.length === 0) continue;
    const units = returnedUnits(entries, given_up);
    events.push({ type: 'UnitsPartlyReturned', data: { brand_id, point_id, order_id, hold_id, given_up, units } });
    entries = withQuantities(entries, units);
  }
  return events;
};

/**
 * The units that go back on sale. A product that is no longer limited has no entry, so its units are dropped. A product
 * that the venue has stopped stays at 0.
 */
const returnedUnits = (entries: StopList['entries'], units: readonly HeldUnits[]): MovedUnits[] =>
  units.flatMap(({ product_id, quantity }) => {
    const entry = entryOf(entries, product_id);
    if (!entry || entry.stopped) return [];
    return [{ product_id, quantity, left: addQuantities(entry.quantity, quantity) }];
  });

/** The entries after units were taken or came back. */
export const withQuantities = (entries: StopList['entries'], moved: readonly MovedUnits[]): StopList['entries'] =>
  withEntries(
    entries,
    moved.flatMap(({ product_id, left }) => {
      const entry = entryOf(entries, product_id);
      return entry ? [[product_id, { ...entry, quantity: left }] as const] : [];
    }),
  );
