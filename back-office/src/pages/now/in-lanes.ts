import { isFoundBy } from '../../reading/find-order.ts';
import { LANES, type Lane, laneOf, timingOf, typeOf } from '../../reading/order-facts.ts';
import type { Order } from '../../reading/types.ts';

/** Of the address: which orders are shown. */
export interface Filter {
  readonly type?: 'hall' | 'takeaway' | 'delivery';
  readonly find?: string;
  readonly lane?: Lane;
}

const TYPES = ['hall', 'takeaway', 'delivery'] as const;

/** What an address says of the filter. What means nothing is left out. */
export const filterOf = (search: Readonly<Record<string, unknown>>): Filter => {
  const type = TYPES.find((each) => each === search.type);
  const lane = LANES.find((each) => each === search.lane);
  const find = typeof search.find === 'string' || typeof search.find === 'number' ? String(search.find) : undefined;
  return { ...(type && { type }), ...(lane && { lane }), ...(find && { find }) };
};

const matches = (order: Order, { type, find }: Filter): boolean => {
  if (type !== undefined && typeOf(order) !== type) return false;
  return find === undefined || isFoundBy(order, find);
};

/** Orders by lane. What is due first stands first; what has no promised time follows by its age. */
export const lanesOf = (orders: readonly Order[], filter: Filter, clock: string): Record<Lane, readonly Order[]> => {
  const lanes: Record<Lane, { order: Order; left: number; age: number }[]> = {
    new: [],
    waiting: [],
    accepted: [],
    cooking: [],
    ready: [],
    out: [],
  };
  for (const order of orders) {
    const lane = laneOf(order);
    if (lane === undefined || !matches(order, filter)) continue;
    const { left = Number.POSITIVE_INFINITY, age } = timingOf(order, clock);
    lanes[lane].push({ order, left, age });
  }
  return Object.fromEntries(
    LANES.map((lane) => [
      lane,
      lanes[lane]
        .sort(
          (one, other) =>
            compare(one.left, other.left) || other.age - one.age || one.order.order_id - other.order.order_id,
        )
        .map(({ order }) => order),
    ]),
  ) as unknown as Record<Lane, readonly Order[]>;
};

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);
