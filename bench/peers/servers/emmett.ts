import { randomUUID } from 'node:crypto';
import { CommandHandler, type Event, projections } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore, pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';
import { copyMenu, keepPrices } from './menu.ts';
import { type Order, type OrderBody, priceLines, totalOf } from './order.ts';
import { serveOrders } from './serve-orders.ts';

/**
 * The same order on Emmett: a command handler appends one event to the order's stream in Postgres, and its inline
 * projection writes the order's document in the same transaction. Prices are kept for ten seconds. Arguments: its
 * database, the menu's address, a token for it.
 *
 * The stream is named by point and external_id, so a repeat finds the order there. Its own package for Express wants an
 * older Emmett (0.20) and Express 4, so the route is plain Express.
 */
type Placed = Order & Omit<OrderBody, 'items'>;
/** Emmett takes types whose keys are known to be texts, which no interface is. */
type OrderPlaced = Event<'OrderPlaced', { [Key in keyof Placed]: Placed[Key] }>;

const [, , databaseUrl, menuUrl, token] = process.argv;
const pool = new pg.Pool({ connectionString: databaseUrl!, max: 10 });
await copyMenu(pool, menuUrl!, token!);
const kept = keepPrices(pool);

const ordersById = pongoSingleStreamProjection<OrderPlaced['data'], OrderPlaced>({
  collectionName: 'orders',
  canHandle: ['OrderPlaced'],
  evolve: (_document: OrderPlaced['data'] | null, { data }: OrderPlaced) => data,
});
const eventStore = getPostgreSQLEventStore(databaseUrl!, { projections: projections.inline([ordersById]) });
await eventStore.schema.migrate();

const handle = CommandHandler<OrderPlaced['data'] | null, OrderPlaced>({
  evolve: (_state, { data }) => data,
  initialState: () => null,
  // Two repeats at once: the slower one reads again, and finds the order.
  retry: { onVersionConflict: true },
});

serveOrders({
  place: async (body) => {
    const prices = await kept();
    const stream = `order-${body.point_id}:${body.external_id}`;
    const { newState } = await handle(eventStore, stream, (placed) =>
      placed ? [] : { type: 'OrderPlaced', data: orderOf(body, prices) },
    );
    const { order_id, external_id, status, total_amount, items } = newState!;
    return { order_id, external_id, status, total_amount, items };
  },
  count: async () => (await pool.query('select count(*)::int from orders')).rows[0].count,
  close: async () => {
    await eventStore.close();
    await pool.end();
  },
});

const orderOf = (body: OrderBody, prices: Awaited<ReturnType<typeof kept>>): OrderPlaced['data'] => {
  const items = priceLines(body, prices);
  return { ...body, order_id: randomUUID(), status: 'CREATED', total_amount: totalOf(items), items };
};
