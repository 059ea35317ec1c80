import { entryOf, withEntries } from '../collections/by-id.ts';
import { addQuantities } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { MovedUnits, StopListEvent } from './events.ts';
import { findHold, type HeldUnits, type Hold, holdsOf, type StopList, sumUnits } from './state.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export interface WantedUnits extends HeldUnits {
  /** For the refusal's message. */
  readonly name: string;
}

export type UnitsCommand =
  /**
   * For an order that is about to be placed, lines and modifiers alike. No events if nothing of it is limited, or if
   * the order has the units already.
   */
  | (OfPoint & {
      readonly type: 'TakeUnits';
      readonly order_id: number;
      readonly hold_id: string;
      readonly wanted: readonly WantedUnits[];
    })
  /**
   * Checks whether the order may still have its products. Takes the units that `own_hold_ids` do not hold yet, into
   * `hold_id`.
   */
  | (OfPoint & {
      readonly type: 'RecheckHold';
      readonly order_id: number;
      readonly hold_id: string;
      readonly own_hold_ids: readonly string[];
      readonly wanted: readonly WantedUnits[];
    })
  | (OfPoint & { readonly type: 'ReturnUnits'; readonly order_id: number; readonly hold_ids: readonly string[] })
  /** Units of these holds of the order beyond `kept` go back. */
  | (OfPoint & {
      readonly type: 'FitHolds';
      readonly order_id: number;
      readonly hold_ids: readonly string[];
      readonly kept: readonly HeldUnits[];
    })
  | (OfPoint & {
      readonly type: 'SettleHolds';
      readonly holds: readonly { readonly order_id: number; readonly hold_id: string }[];
    });

type Take = Extract<UnitsCommand, { type: 'TakeUnits' }>;
type Recheck = Extract<UnitsCommand, { type: 'RecheckHold' }>;

export const decideUnits = (stopList: StopList, command: UnitsCommand): readonly StopListEvent[] => {
  switch (command.type) {
    case 'TakeUnits':
      refuseStopped(stopList, command.wanted);
      if (holdFor(stopList, command)) return [];
      return take(stopList, { ...command, type: 'RecheckHold', own_hold_ids: [] });
    case 'RecheckHold':
      return take(stopList, command);
    case 'ReturnUnits':
      return giveBack(stopList, command);
    case 'FitHolds':
      return giveBackSurplus(stopList, command);
    case 'SettleHolds': {
      const { brand_id, point_id } = command;
      const holds = command.holds.filter(({ order_id, hold_id }) => findHold(stopList, order_id, hold_id));
      return holds.length === 0 ? [] : [{ type: 'HoldsSettled', data: { brand_id, point_id, holds } }];
    }
  }
};

/**
 * The hold that already has these units: this one, or that of another attempt at the same order, which is under way or
 * has died. An order that is sent twice must not take the last unit from itself.
 */
export const holdFor = (stopList: StopList, { order_id, hold_id, wanted }: Omit<Take, 'type'>): Hold | undefined => {
  const holds = holdsOf(stopList, order_id);
  if (holds.length === 0) return undefined;
  const limited = sumUnits(wanted).filter(({ product_id }) => entryOf(stopList.entries, product_id));
  return holds.find((hold) => hold.hold_id === hold_id || hasSameUnits(hold.units, limited));
};

const hasSameUnits = (first: readonly HeldUnits[], second: readonly HeldUnits[]): boolean =>
  first.length === second.length &&
  first.every((units) => second.some((it) => it.product_id === units.product_id && it.quantity === units.quantity));

/**
 * An order with a dead attempt's hold would otherwise not be checked, and would get products that the venue has stopped
 * since.
 */
const refuseStopped = (stopList: StopList, wanted: readonly WantedUnits[]): void => {
  const stopped = wanted.find(({ product_id }) => entryOf(stopList.entries, product_id)?.stopped);
  if (stopped) throw tooFew(stopList, stopped);
};

const tooFew = (stopList: StopList, { product_id, name }: WantedUnits) => {
  const available = entryOf(stopList.entries, product_id)?.quantity ?? 0;
  const code = available > 0 ? 'stop_list_insufficient' : 'product_in_stop_list';
  return invalid(code, { name, product_id, available });
};

/** All or nothing. Throws for the first product without enough units. */
const take = (stopList: StopList, command: Recheck): readonly StopListEvent[] => {
  const [first] = shortProducts(stopList, command);
  const short = command.wanted.find(({ product_id }) => product_id === first);
  if (short) throw tooFew(stopList, short);
  const units = missingUnits(stopList, command).flatMap(({ product_id, quantity }): MovedUnits[] => {
    const entry = entryOf(stopList.entries, product_id);
    return entry ? [{ product_id, quantity, left: addQuantities(entry.quantity, -quantity) }] : [];
  });
  const { brand_id, point_id, order_id, hold_id } = command;
  return units.length === 0 ? [] : [{ type: 'UnitsTaken', data: { brand_id, point_id, order_id, hold_id, units } }];
};

/**
 * Products that the order cannot have: stopped ones, even if it holds units of them, and those with fewer units left
 * than it lacks.
 */
export const shortProducts = (stopList: StopList, command: Omit<Recheck, 'type'>): number[] => {
  const missing = new Map(missingUnits(stopList, command).map((units) => [units.product_id, units.quantity]));
  return sumUnits(command.wanted).flatMap(({ product_id }) => {
    const entry = entryOf(stopList.entries, product_id);
    return entry && (entry.stopped || (missing.get(product_id) ?? 0) > entry.quantity) ? [product_id] : [];
  });
};

const missingUnits = (stopList: StopList, command: Omit<Recheck, 'type'>): HeldUnits[] => {
  const own = command.own_hold_ids.flatMap((holdId) => findHold(stopList, command.order_id, holdId)?.units ?? []);
  const negative = own.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity }));
  return sumUnits([...command.wanted, ...negative]).filter(({ quantity }) => quantity > 0);
};

const giveBack = (
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

const giveBackSurplus = (
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
 * Units of a product that is no longer limited go nowhere. Units of a product that the venue has stopped do not go on
 * sale.
 */
const returnedUnits = (entries: StopList['entries'], units: readonly HeldUnits[]): MovedUnits[] =>
  units.flatMap(({ product_id, quantity }) => {
    const entry = entryOf(entries, product_id);
    if (!entry || entry.stopped) return [];
    return [{ product_id, quantity, left: addQuantities(entry.quantity, quantity) }];
  });

/** The entries with the units that are left after units moved. */
export const withQuantities = (entries: StopList['entries'], moved: readonly MovedUnits[]): StopList['entries'] =>
  withEntries(
    entries,
    moved.flatMap(({ product_id, left }) => {
      const entry = entryOf(entries, product_id);
      return entry ? [[product_id, { ...entry, quantity: left }] as const] : [];
    }),
  );
