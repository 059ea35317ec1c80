import pg from 'pg';
import { copyMenu, keepPrices, readPrices } from './menu.ts';
import { priceLines } from './order.ts';
import { serveOrders } from './serve-orders.ts';
import { ORDER_TABLES, storeInOneStatement, storeInTransaction } from './tables.ts';

/**
 * The service that a good team would write by hand: Express, zod, a token, prices from the database, an order and its
 * items in one transaction. Arguments: its database, the menu's address, a token for it, and `plain`, `cache` (prices
 * are kept for ten seconds) or `statement` (prices kept, order and items in one statement).
 *
 * Express and not Fastify: Tillstream and the plain INSERT have Express too, so the framework makes no difference.
 */
const [, , databaseUrl, menuUrl, token, variant] = process.argv;
const pool = new pg.Pool({ connectionString: databaseUrl!, max: 10 });
await pool.query(ORDER_TABLES);
await copyMenu(pool, menuUrl!, token!);

const kept = keepPrices(pool);
const store = variant === 'statement' ? storeInOneStatement : storeInTransaction;

serveOrders({
  place: async (body) => {
    const products = body.items.map((item) => item.product_id);
    const prices = variant === 'plain' ? await readPrices(pool, products) : await kept();
    return store(pool, body, priceLines(body, prices));
  },
  count: async () => (await pool.query('select count(*)::int from orders')).rows[0].count,
  close: () => pool.end(),
});
