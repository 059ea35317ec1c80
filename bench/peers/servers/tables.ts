import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Line, type Order, type OrderBody, totalOf } from './order.ts';

/** Two tables, an order and its items, as most services have them. */
export const ORDER_TABLES = `
create table orders (
  id uuid primary key, point_id uuid not null, external_id text not null, status text not null,
  order_type_id int not null, payment_type_id int not null, phone text not null, guest text,
  persons int not null, comment text, total int not null, created_at timestamptz not null default now(),
  unique (point_id, external_id)
);
create table order_items (
  order_id uuid not null references orders, line int not null, product_id int not null, is_modifier boolean not null,
  name text not null, quantity float8 not null, price int not null, total int not null,
  primary key (order_id, line)
)`;

const INSERT_ORDER = `insert into orders
  (id, point_id, external_id, status, order_type_id, payment_type_id, phone, guest, persons, comment, total)
  values ($1, $2, $3, 'CREATED', $4, $5, $6, $7, $8, $9, $10)
  on conflict (point_id, external_id) do nothing returning id`;
/** `first`: the number of its first parameter. */
const items = (first: number): string =>
  `unnest(${['int', 'boolean', 'text', 'float8', 'int', 'int'].map((type, at) => `$${first + at}::${type}[]`).join(', ')})
  with ordinality as item (product_id, is_modifier, name, quantity, price, total, line)`;
const ITEM_COLUMNS = '(order_id, line, product_id, is_modifier, name, quantity, price, total)';
const ITEM_VALUES = 'line, product_id, is_modifier, name, quantity, price, total';
const INSERT_ITEMS = `insert into order_items ${ITEM_COLUMNS} select $1, ${ITEM_VALUES} from ${items(2)}`;
const INSERT_BOTH = `with placed as (${INSERT_ORDER}),
  stored as (insert into order_items ${ITEM_COLUMNS} select id, ${ITEM_VALUES} from placed, ${items(11)})
  select id from placed`;

export type Store = (pool: pg.Pool, body: OrderBody, lines: readonly Line[]) => Promise<Order>;

/** One transaction of four statements. A repeat is answered with the order that was placed. */
export const storeInTransaction: Store = async (pool, body, lines) => {
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('begin');
    const order = await client.query({ name: 'order', text: INSERT_ORDER, values: orderValues(id, body, lines) });
    if (order.rowCount) await client.query({ name: 'items', text: INSERT_ITEMS, values: [id, ...itemValues(lines)] });
    await client.query('commit');
    client.release();
    return order.rowCount ? orderOf(id, body.external_id, lines) : findOrder(pool, body);
  } catch (error) {
    // Closes the connection, and the transaction with it.
    client.release(true);
    throw error;
  }
};

/** The same in one statement. */
export const storeInOneStatement: Store = async (pool, body, lines) => {
  const id = randomUUID();
  const values = [...orderValues(id, body, lines), ...itemValues(lines)];
  const { rowCount } = await pool.query({ name: 'both', text: INSERT_BOTH, values });
  return rowCount ? orderOf(id, body.external_id, lines) : findOrder(pool, body);
};

const orderValues = (id: string, body: OrderBody, lines: readonly Line[]) => {
  const { point_id, external_id, order_type_id, payment_type_id, client, persons, comment } = body;
  const about = [client.phone, client.name, persons, comment, totalOf(lines)];
  return [id, point_id, external_id, order_type_id, payment_type_id, ...about];
};

const itemValues = (lines: readonly Line[]) =>
  (['product_id', 'is_modifier', 'name', 'quantity', 'price', 'total'] as const).map((key) =>
    lines.map((line) => line[key]),
  );

const orderOf = (order_id: string, external_id: string, lines: readonly Line[]): Order => ({
  order_id,
  external_id,
  status: 'CREATED',
  total_amount: totalOf(lines),
  items: lines,
});

const findOrder = async (pool: pg.Pool, { point_id, external_id }: OrderBody): Promise<Order> => {
  const orders = await pool.query('select id from orders where point_id = $1 and external_id = $2', [
    point_id,
    external_id,
  ]);
  const id = orders.rows[0].id;
  const read = 'select product_id, name, is_modifier, quantity, price, total from order_items where order_id = $1';
  const { rows } = await pool.query<Line>(`${read} order by line`, [id]);
  return orderOf(id, external_id, rows);
};
