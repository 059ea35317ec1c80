import type { ById } from '../collections/by-id.ts';
import { type PagedById, pagedEntryOf, withoutPagedId, withPagedEntry } from '../collections/paged-by-id.ts';
import { addQuantities } from '../money.ts';
import type { StopListEntry } from './events.ts';

/** The limited products of a point, and the orders that hold units of them. */
export interface StopList {
  /** By product. A product that is not listed has no limit. */
  readonly entries: ById<LimitedProduct>;
  /**
   * By order. An order has several holds if its request was sent twice, if items were added to it, or if a preorder
   * took more units at its release.
   */
  readonly holds: PagedById<readonly Hold[]>;
}

export interface LimitedProduct extends StopListEntry {
  /** The venue set it to 0, as opposed to a product that has sold out. Returned units do not put it on sale again. */
  readonly stopped: boolean;
}

export interface Hold {
  readonly hold_id: string;
  readonly units: readonly HeldUnits[];
}

export interface HeldUnits {
  readonly product_id: number;
  readonly quantity: number;
}

export const EMPTY_STOP_LIST: StopList = { entries: [], holds: [] };

export const holdsOf = ({ holds }: StopList, orderId: number): readonly Hold[] => pagedEntryOf(holds, orderId) ?? [];

export const findHold = (stopList: StopList, orderId: number, holdId: string): Hold | undefined =>
  holdsOf(stopList, orderId).find((hold) => hold.hold_id === holdId);

/** The holds, with these units added to one of them. */
export const withUnits = (
  stopList: StopList,
  { order_id, hold_id, units }: Hold & { readonly order_id: number },
): StopList['holds'] => {
  const others = holdsOf(stopList, order_id).filter((hold) => hold.hold_id !== hold_id);
  const before = findHold(stopList, order_id, hold_id)?.units ?? [];
  return withPagedEntry(stopList.holds, order_id, [...others, { hold_id, units: sumUnits([...before, ...units]) }]);
};

/** The holds, with these units taken out of one of them. A hold without units is removed. */
export const withFewerUnits = (
  stopList: StopList,
  { order_id, hold_id, units }: Hold & { readonly order_id: number },
): StopList['holds'] => {
  const others = holdsOf(stopList, order_id).filter((hold) => hold.hold_id !== hold_id);
  const before = findHold(stopList, order_id, hold_id)?.units ?? [];
  const negative = units.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity }));
  const rest = sumUnits([...before, ...negative]).filter(({ quantity }) => quantity > 0);
  if (rest.length === 0) return withoutHold(stopList.holds, order_id, hold_id);
  return withPagedEntry(stopList.holds, order_id, [...others, { hold_id, units: rest }]);
};

export const withoutHold = (holds: StopList['holds'], orderId: number, holdId: string): StopList['holds'] => {
  const rest = (pagedEntryOf(holds, orderId) ?? []).filter((hold) => hold.hold_id !== holdId);
  return rest.length === 0 ? withoutPagedId(holds, orderId) : withPagedEntry(holds, orderId, rest);
};

/** One entry for each product, in order of first mention: two lines of one unit count like one line of two. */
export const sumUnits = (units: readonly HeldUnits[]): HeldUnits[] => {
  const sums = new Map<number, number>();
  for (const { product_id, quantity } of units) {
    sums.set(product_id, addQuantities(sums.get(product_id) ?? 0, quantity));
  }
  return [...sums].map(([product_id, quantity]) => ({ product_id, quantity }));
};
