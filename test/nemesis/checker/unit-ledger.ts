import type { LogEvent } from './evidence.ts';

interface Units {
  readonly product_id: number;
  readonly quantity: number;
}

export interface Hold {
  readonly hold_id: string;
  readonly order_id: number;
  readonly units: ReadonlyMap<number, number>;
}

interface PlacedOrder {
  readonly hold_id: string | null;
  readonly wanted: ReadonlyMap<number, number>;
}

/** Accounts of limited products, kept from the events alone and without a line of the product's own code. */
export interface UnitLedger {
  /** Enters the next event of the log; answers what is wrong with it. */
  enter(event: LogEvent): string[];
  withoutOrder(): Hold[];
}

export const openLedger = (): UnitLedger => {
  /** How many units of each product there are, wherever they are: on the list, held or sold. */
  const supply = new Map<number, number>();
  const holds = new Map<string, Hold>();
  const sold = new Map<number, number>();
  const returned = new Set<string>();
  const orders = new Map<number, PlacedOrder>();

  const heldOf = (product: number): number =>
    [...holds.values()].reduce((sum, { units }) => sum + (units.get(product) ?? 0), sold.get(product) ?? 0);
  const orderedOf = (product: number): number =>
    [...orders.values()].reduce((sum, { wanted }) => sum + (wanted.get(product) ?? 0), 0);

  /** Whether there are enough of these for all who hold them, and for all who have ordered them. */
  const tooMany = (products: Iterable<number>): string[] =>
    [...products].flatMap((product) => {
      const limit = supply.get(product);
      if (limit === undefined) return [];
      const [held, ordered] = [heldOf(product), orderedOf(product)];
      if (held <= limit && ordered <= limit) return [];
      return [`of ${limit} units of product ${product}, ${held} are held and ${ordered} are ordered`];
    });

  const set = (entries: readonly Units[]): string[] => {
    // Those that are out stay out: what was set is what is left beside them.
    for (const { product_id, quantity } of entries) supply.set(product_id, quantity + heldOf(product_id));
    return [];
  };

  const take = ({ hold_id, order_id, units }: Moved): string[] => {
    const both = sumOf([...unitsOf(holds.get(hold_id)), ...units]);
    holds.set(hold_id, { hold_id, order_id, units: both });
    return tooMany(both.keys());
  };

  const giveBack = ({ hold_id, order_id, units }: Moved): string[] => {
    const hold = holds.get(hold_id);
    holds.delete(hold_id);
    returned.add(hold_id);
    if (!hold) return units.length === 0 ? [] : [`hold ${hold_id} gives back what it does not have`];
    const wrong: string[] = [];
    const back = sumOf(units);
    for (const [product, quantity] of hold.units) {
      const more = (back.get(product) ?? 0) - quantity;
      if (more > 0) wrong.push(`hold ${hold_id} gives back ${more} units of product ${product} more than it has`);
      // What does not come back to the list is gone.
      if (more < 0) supply.set(product, (supply.get(product) ?? 0) + more);
    }
    if (orders.get(order_id)?.hold_id === hold_id) wrong.push(`order ${order_id} loses the units it is placed on`);
    return wrong;
  };

  const place = ({ order_id, hold_id, lines }: Placed): string[] => {
    const all = lines.flatMap((line) => [line, ...line.modifiers]);
    const wanted = new Map([...sumOf(all)].filter(([product]) => supply.has(product)));
    orders.set(order_id, { hold_id, wanted });
    const units = (hold_id !== null && holds.get(hold_id)?.units) || new Map<number, number>();
    const short = [...wanted].filter(([product, quantity]) => (units.get(product) ?? 0) < quantity);
    const why = hold_id !== null && returned.has(hold_id) ? 'a hold that was given back' : 'too small a hold';
    return [
      ...short.map(([product]) => `order ${order_id} wants product ${product} on ${why}`),
      ...tooMany(wanted.keys()),
    ];
  };

  const settle = (settled: readonly { readonly hold_id: string }[]): string[] => {
    for (const { hold_id } of settled) {
      for (const [product, quantity] of holds.get(hold_id)?.units ?? []) {
        sold.set(product, (sold.get(product) ?? 0) + quantity);
      }
      holds.delete(hold_id);
    }
    return [];
  };

  return {
    enter: ({ type, data }) => {
      switch (type) {
        case 'StopListSet':
          return set(data.entries);
        case 'UnitsTaken':
          return take(data);
        case 'UnitsReturned':
          return giveBack(data);
        case 'HoldsSettled':
          return settle(data.holds);
        case 'OrderPlaced':
          return place(data);
        case 'OrderDeleted':
          orders.delete(data.order_id);
          return [];
        default:
          return [];
      }
    },
    withoutOrder: () =>
      [...holds.values()].filter(({ hold_id, order_id }) => orders.get(order_id)?.hold_id !== hold_id),
  };
};

interface Moved {
  readonly hold_id: string;
  readonly order_id: number;
  readonly units: readonly Units[];
}

interface Placed {
  readonly order_id: number;
  readonly hold_id: string | null;
  readonly lines: readonly (Units & { readonly modifiers: readonly Units[] })[];
}

const unitsOf = (hold: Hold | undefined): Units[] =>
  [...(hold?.units ?? [])].map(([product_id, quantity]) => ({ product_id, quantity }));

const sumOf = (units: readonly Units[]): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const { product_id, quantity } of units) sums.set(product_id, (sums.get(product_id) ?? 0) + quantity);
  return sums;
};
