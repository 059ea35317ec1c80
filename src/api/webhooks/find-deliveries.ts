import type pg from 'pg';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'undelivered'] as const;

export const DELIVERY_KINDS = ['webhook', 'loyalty'] as const;

/** What of a call is shown in lists. Bodies may name guests. */
export const DELIVERY_COLUMNS = `id, kind, key_id, lane as order_id, event, event_id, url, status, reason, message, created_at,
  attempts, next_attempt_at`;

export interface DeliveryFilter {
  readonly brand_id: string;
  readonly statuses: readonly string[] | undefined;
  readonly kinds: readonly string[] | undefined;
  readonly key_id: string | undefined;
  readonly order_id: number | undefined;
  readonly after_id: number;
  readonly before_id: number | undefined;
  readonly newest_first: boolean;
  readonly limit: number;
}

type Order = 'asc' | 'desc';

/** The calls of an order are few. */
const ofOrder = (order: Order): string => `
  select ${DELIVERY_COLUMNS} from app.deliveries
  where lane = $7 and brand_id = $1 and status = any ($2) and kind = any ($3) and ($4::uuid is null or key_id = $4)
    and id > $5 and id < $6
  order by id ${order} limit $8`;

/** The keys with calls, one search of the index for each. */
const KEYS = `
  (select key_id from app.deliveries where brand_id = $1 and key_id is not null order by key_id limit 1)
  union all
  select (select d.key_id from app.deliveries d where d.brand_id = $1 and d.key_id > keys.key_id order by d.key_id limit 1)
  from keys where keys.key_id is not null`;

/**
 * Each status of each key is read by itself, in the order of the index, and no further than the page can reach: so what was not
 * asked for is not read, however much of it there is. Calls to a loyalty service are those without a key.
 */
const ofBrand = (order: Order, keys: string): string => `
  with recursive keys (key_id) as (${keys}), found (id) as (
    select each.id from keys cross join unnest($2::text[]) asked (status) cross join lateral (
      select d.id from app.deliveries d
      where d.brand_id = $1 and d.key_id = keys.key_id and d.status = asked.status and d.id > $5 and d.id < $6
      order by d.id ${order} limit $7
    ) each
    where 'webhook' = any ($3::text[])
    union all
    select each.id from unnest($2::text[]) asked (status) cross join lateral (
      select d.id from app.deliveries d
      where d.brand_id = $1 and d.key_id is null and d.status = asked.status and d.id > $5 and d.id < $6
      order by d.key_id ${order}, d.id ${order} limit $7
    ) each
    where 'loyalty' = any ($3::text[]) and $4::uuid is null
  )
  select ${DELIVERY_COLUMNS} from app.deliveries
  where id = any (array(select id from found order by id ${order} limit $7))
  order by id ${order}`;

/** The statement that finds the calls, with its values. */
export const deliveriesQuery = (filter: DeliveryFilter): { readonly text: string; readonly values: unknown[] } => {
  const { brand_id, statuses, kinds, key_id, order_id, after_id, before_id, newest_first, limit } = filter;
  const order = newest_first ? 'desc' : 'asc';
  // A status that is named twice would be read twice.
  const asked = [[...new Set(statuses ?? DELIVERY_STATUSES)], kinds ?? DELIVERY_KINDS, key_id ?? null];
  const values = [brand_id, ...asked, after_id, before_id ?? Number.MAX_SAFE_INTEGER];
  return order_id === undefined
    ? { text: ofBrand(order, key_id === undefined ? KEYS : 'select $4::uuid'), values: [...values, limit] }
    : { text: ofOrder(order), values: [...values, order_id, limit] };
};

/** Calls of the brand that the filter lets through, by their id. It costs what it finds, however many others there are. */
export const findDeliveries = async <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  filter: DeliveryFilter,
): Promise<Row[]> => (await pool.query<Row>(deliveriesQuery(filter))).rows;
