import { entryOf } from '../collections/by-id.ts';
import { addQuantities } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { MovedUnits, StopListEvent } from './events.ts';
import { findHold, type HeldUnits, type Hold, holdsOf, type StopList, sumUnits } from './state.ts';
import type { UnitsCommand, WantedUnits } from './unit-commands.ts';

type Take = Extract<UnitsCommand, { type: 'TakeUnits' }>;
type Recheck = Extract<UnitsCommand, { type: 'RecheckHold' }>;

/**
 * The hold that already has these units. It may be this very hold, or the hold of another attempt at the same order,
 * which is still under way or has failed. So an order that is sent twice does not take its units twice.
 */
export const holdFor = (
  stopList: StopList,
  { order_id, hold_id, wanted, is_sold }: Omit<Take, 'type'>,
): Hold | undefined => {
  const holds = holdsOf(stopList, order_id);
  // What was sold already may have found fewer units than it wanted.
  if (holds.length === 0 || is_sold) return holds[0];
  const limited = sumUnits(wanted).filter(({ product_id }) => entryOf(stopList.entries, product_id));
  return holds.find((hold) => hold.hold_id === hold_id || hasSameUnits(hold.units, limited));
};

const hasSameUnits = (first: readonly HeldUnits[], second: readonly HeldUnits[]): boolean =>
  first.length === second.length &&
  first.every((units) => second.some((it) => it.product_id === units.product_id && it.quantity === units.quantity));

/**
 * Refuses products that the venue has stopped. An order that finds a hold of an earlier attempt takes no units, so
 * `takeMissing` does not check it.
 */
export const refuseStopped = (stopList: StopList, wanted: readonly WantedUnits[]): void => {
  const stopped = wanted.find(({ product_id }) => entryOf(stopList.entries, product_id)?.stopped);
  if (stopped) throw tooFew(stopList, stopped);
};

const tooFew = (stopList: StopList, { product_id, name }: WantedUnits) => {
  const available = entryOf(stopList.entries, product_id)?.quantity ?? 0;
  const code = available > 0 ? 'stop_list_insufficient' : 'product_in_stop_list';
  return invalid(code, { name, product_id, available_quantity: available });
};

/**
 * Takes all units that the order lacks; for what was sold already, as many as are left. If one product has too few, throws for the first such product, and takes no
 * units.
 */
export const takeMissing = (stopList: StopList, command: Recheck): readonly StopListEvent[] => {
  // Nearly always, so it has to be quick.
  if (!command.wanted.some(({ product_id }) => entryOf(stopList.entries, product_id))) return [];
  const [first] = command.is_sold ? [] : shortProducts(stopList, command);
  const short = command.wanted.find(({ product_id }) => product_id === first);
  if (short) throw tooFew(stopList, short);
  const units = missingUnits(stopList, command).flatMap((missing): MovedUnits[] => {
    const { product_id } = missing;
    const left = entryOf(stopList.entries, product_id)?.quantity ?? 0;
    const quantity = Math.min(missing.quantity, left);
    return quantity > 0 ? [{ product_id, quantity, left: addQuantities(left, -quantity) }] : [];
  });
  const { brand_id, point_id, order_id, hold_id } = command;
  return units.length === 0 ? [] : [{ type: 'UnitsTaken', data: { brand_id, point_id, order_id, hold_id, units } }];
};

/**
 * The products that the order cannot have: those that are stopped, even if it holds units of them, and those with fewer
 * units left than the order still needs.
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
