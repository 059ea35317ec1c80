import type pg from 'pg';

/** How many rows of a table hold something of a person, and what. */
export interface HeldInTable {
  readonly table: string;
  readonly what: string;
  readonly rows: number;
}

/** `g`: what is given. */
const STREAMS = `stream = 'client-' || g.client_id or stream in (select 'order-' || id from unnest(g.orders) as o (id))`;
const BODIES = 't.brand_id = g.brand_id and body is not null';
const TABLES: readonly (readonly [table: string, what: string, where: string])[] = [
  [
    'app.identities',
    'the phone as a keyed hash',
    "kind = 'client' and scope = g.brand_id::text and t.key in (g.hash, g.phone)",
  ],
  [
    'app.subject_keys',
    'the key that seals the events',
    `t.brand_id = g.brand_id
     and ((kind = 'client' and key = g.client_id::text) or (kind = 'phone' and key = g.hash))`,
  ],
  ['app.phone_codes', 'the phone, and when codes were sent to it', 't.brand_id = g.brand_id and t.phone = g.phone'],
  [
    'app.deliveries',
    'bodies of webhook calls',
    `${BODIES} and kind = 'webhook' and (position = any(g.positions) or lane = any(g.orders))`,
  ],
  [
    'app.deliveries',
    'bodies of calls to the loyalty service',
    `${BODIES} and kind = 'loyalty' and lane = any(g.orders)`,
  ],
  ['app.snapshots', 'states of long streams', STREAMS],
  ['app.kept_snapshots', 'states of then', STREAMS],
  ['read.clients', 'phone and name', 't.client_id = g.client_id'],
  ['read.client_addresses', 'addresses', 't.client_id = g.client_id and personal is not null'],
  ['read.order_events', 'name, phone, address, comments', 'order_id = any(g.orders) and personal is not null'],
  ['read.adjustments', 'why there was a discount', 'order_id = any(g.orders) and reason is not null'],
  ['read.removed_items', 'why an item was removed', 'order_id = any(g.orders) and reason is not null'],
  ['read.reservations', 'name, phone, comment', "t.brand_id = g.brand_id and personal ->> 'phone' = g.phone"],
];

export interface HeldBy {
  readonly brandId: string;
  readonly clientId: number | null;
  readonly phone: string | null;
  /** Of the phone, as claims have it. */
  readonly hash: string | null;
  readonly orderIds: readonly number[];
  /** Of the events of the reservations. */
  readonly positions: readonly number[];
}

/** What tables outside of the log hold of a person. Tables that hold nothing are left out. */
export const heldInTables = async (pool: pg.Pool, of: HeldBy): Promise<HeldInTable[]> => {
  const held: HeldInTable[] = [];
  const given = [of.brandId, of.clientId, of.phone, of.hash, of.orderIds, of.positions];
  for (const [table, what, where] of TABLES) {
    const { rows } = await pool.query<{ rows: number }>(
      `with g (brand_id, client_id, phone, hash, orders, positions) as (
         select $1::uuid, $2::bigint, $3::text, $4::text, $5::bigint[], $6::bigint[]
       )
       select count(*) as rows from ${table} t, g where ${where}`,
      given,
    );
    if (rows[0]!.rows > 0) held.push({ table, what, rows: rows[0]!.rows });
  }
  return held;
};
