import type { EventStore } from '../../src/event-store/event-store.ts';
import { recorded } from './log.ts';

interface Unit {
  readonly product_id: number;
  readonly quantity: number;
  readonly left: number;
}

/** Fields of the events looked at; each event has some of them. */
interface Data {
  readonly order_id: number;
  readonly hold_id: string;
  readonly units?: readonly Unit[];
  readonly entries: readonly Unit[];
  readonly holds: readonly { readonly hold_id: string }[];
  readonly lines: readonly (Unit & { readonly modifiers: readonly Unit[] })[];
}

/** What the log says of one limited product at one point. */
export interface UnitsInLog {
  /** Every quantity the product ever had on the list, in order. */
  readonly lefts: readonly number[];
  /** Taken and neither given back nor settled. */
  readonly held: number;
  /** In the lines of orders that were placed and not deleted. */
  readonly ordered: number;
  /** Orders placed on a hold that was given back before they were. */
  readonly onReturnedHolds: number;
}

const TYPES = ['StopListSet', 'UnitsTaken', 'UnitsReturned', 'HoldsSettled', 'OrderPlaced', 'OrderDeleted'];

/** Adds up, from the events alone, where the units of a product are. */
export const unitsInLog = async (store: EventStore, pointId: string, productId: number): Promise<UnitsInLog> => {
  const events = (await recorded(store, { types: TYPES })).filter(
    ({ stream }) => stream === `stop_list-${pointId}` || stream.startsWith('order-'),
  );
  const lefts: number[] = [];
  const held = new Map<string, number>();
  const returned = new Set<string>();
  const ordered = new Map<number, number>();
  let onReturnedHolds = 0;
  for (const { type, data: payload } of events) {
    const data = payload as Data;
    const { hold_id, order_id, units = [] } = data;
    const moved = units.find((unit) => unit.product_id === productId);
    if (type === 'StopListSet') {
      const entry = data.entries.find((it) => it.product_id === productId);
      if (entry) lefts.push(entry.quantity);
    } else if (type === 'UnitsTaken' && moved) {
      held.set(hold_id, (held.get(hold_id) ?? 0) + moved.quantity);
      lefts.push(moved.left);
    } else if (type === 'UnitsReturned') {
      held.delete(hold_id);
      returned.add(hold_id);
      if (moved) lefts.push(moved.left);
    } else if (type === 'HoldsSettled') {
      for (const settled of data.holds) held.delete(settled.hold_id);
    } else if (type === 'OrderPlaced') {
      const own = data.lines
        .flatMap((line) => [line, ...line.modifiers])
        .filter((line) => line.product_id === productId);
      const quantity = own.reduce((total, line) => total + line.quantity, 0);
      if (quantity > 0) ordered.set(order_id, quantity);
      if (returned.has(hold_id)) onReturnedHolds += 1;
    } else if (type === 'OrderDeleted') {
      ordered.delete(order_id);
    }
  }
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  return { lefts, held: sum(held.values()), ordered: sum(ordered.values()), onReturnedHolds };
};
