import type { OrderEvent } from '../../domain/orders/events.ts';
import { evolveOrder } from '../../domain/orders/evolve.ts';
import { type Order, type OrderState, placedOrder, UNPLACED } from '../../domain/orders/state.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import { packData } from '../../event-store/packed-data.ts';
import { unpackJson } from '../../event-store/packed-json.ts';
import type { TableDefinition } from '../engine/projection.ts';

/**
 * The events of orders, without those that only changed the status. They are separate rows: a row that changes is
 * written again as a whole, and an order changes some eight times.
 */
export const orderEventsTable: TableDefinition = {
  name: 'order_events',
  columns: {
    order_id: 'bigint',
    revision: 'integer',
    /** As packOrderEvent writes it. */
    event: 'text',
  },
  key: ['order_id', 'revision'],
};

/**
 * On one line each. Lines of a closed cheque are those of its order, and are in another read model: they are left out.
 */
export const packOrderEvent = (event: OrderEvent): string => {
  const data = event.type === 'ChequeClosed' ? { ...event.data, lines: [] } : event.data;
  return `["${event.type}",${packData(data)}]`;
};

/** The order from these events, one on each line, folded by its own aggregate. Its row has the status. */
export const foldOrder = (events: string, status: OrderStatus): Order => {
  let state: OrderState = UNPLACED;
  for (const line of events.split('\n')) {
    const [type, data] = JSON.parse(unpackJson(line)) as [OrderEvent['type'], OrderEvent['data']];
    state = evolveOrder(state, { type, data } as OrderEvent);
  }
  const order = placedOrder(state);
  if (order === null) throw new Error('the events of an order do not begin with the order');
  return { ...order, status };
};
