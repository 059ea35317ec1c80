import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const PRODUCT = column('bigint', 't.product_id', 'The product: products.product_id.');
const POSITION = column('bigint', 't.position', 'Log position of the event that began it.');

/** Changes that change nothing are left out: a product is defined anew with each new name. A price that is taken away ends one. */
const pricesFrom = (table: (name: string) => string): string => `(
  select *, lead(set_at) over prices as until from (
    select c.*, coalesce(p.timezone, b.timezone) as timezone, lag(c.price) over prices as before, row_number() over prices as number
    from ${table('price_changes')} as c
    left join ${table('points')} as p on p.point_id = c.point_id
    left join ${table('brands')} as b on b.brand_id = c.brand_id
    window prices as (partition by c.product_id, c.point_id, c.window_key order by c.position, c.place)
  ) as c where number = 1 or price is distinct from before
  window prices as (partition by product_id, point_id, window_key order by position, place)
) as t`;

const priceHistory: AnalyticsView = {
  name: 'price_history',
  kind: 'fact',
  key: ['position', 'place'],
  about: 'A price of a product, from when until when. The one with until_at null is the price of now.',
  tables: ['price_changes', 'points', 'brands'],
  from: pricesFrom,
  where: 't.price is not null',
  columns: {
    position: POSITION,
    place: column('integer', 't.place', 'Its place among the prices of the event.'),
    product_id: PRODUCT,
    brand_id: BRAND,
    point_id: column(
      'uuid',
      't.point_id',
      "Where: points.point_id; null: the catalogue's, where a point has no other.",
    ),
    price: column('bigint', 't.price', 'The price.'),
    price_before: column('bigint', 't.before', 'What it was before; null: there was none.'),
    from_at: local('t.set_at', 'When it was set'),
    until_at: local('t.until', 'When it was changed or taken away; null: it holds'),
    days: column(
      'jsonb',
      't.days::text',
      'The days of its hours, 1 Monday to 7 Sunday; null: it is the price outside of hours with their own.',
    ),
    from_time: column('text', 't.from_time', 'When its hours begin; null: it has none.'),
    to_time: column('text', 't.to_time', 'When its hours end; null: it has none.'),
  },
};

/** Without a limit there is no row: it ends one. */
const stopsFrom = (table: (name: string) => string): string => `(
  select c.*, p.timezone, lead(c.changed_at) over (partition by c.point_id, c.product_id order by c.position) as until
  from ${table('stop_list_changes')} as c left join ${table('points')} as p using (point_id)
) as t`;

const stopListHistory: AnalyticsView = {
  name: 'stop_list_history',
  kind: 'fact',
  key: ['position', 'product_id'],
  about:
    'A time for which a product was on the stop-list of a point: stopped, or with so many units left at its beginning.',
  tables: ['stop_list_changes', 'points'],
  from: stopsFrom,
  where: 't.quantity is not null',
  columns: {
    position: POSITION,
    product_id: PRODUCT,
    brand_id: BRAND,
    point_id: POINT,
    from_at: local('t.changed_at', 'When it began'),
    until_at: local('t.until', 'When it ended; null: it is so now'),
    quantity: column('numeric', 't.quantity', 'Units that were left at its beginning; 0: it was stopped.'),
    is_stopped: column('boolean', 't.quantity = 0', 'Nothing was left.'),
    cause: column(
      'text',
      't.kind',
      'set: the venue set it; sold: orders took the last unit; returned: units came back from an order.',
    ),
    reason: column('text', 't.reason', 'Why; null: not told.'),
  },
};

export const menuFacts: readonly AnalyticsView[] = [priceHistory, stopListHistory];
