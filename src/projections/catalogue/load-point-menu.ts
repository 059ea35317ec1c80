import type pg from 'pg';
import { compilePointMenu, type PointMenu, type PointMenuSource } from './point-menu.ts';

/** Rows of a query as one JSON array. */
const rows = (query: string): string => `(select coalesce(json_agg(t), '[]') from (${query}) t)`;

/**
 * One statement on purpose: it sees one moment. Read apart, a product could be missing that a showcase read a moment
 * later names.
 */
const SOURCE = `select
  ${rows(`select product_id, type, name, description, category_id, unit, weight, is_divisible, image, calories, proteins,
    fat, carbohydrates, base_price, order_number, is_active, modifier_groups from read.products where brand_id = $1`)}
    as products,
  ${rows('select category_id, parent_id from read.categories where brand_id = $1')} as categories,
  ${rows(`select product_id, price, days, from_time, to_time from read.product_prices
    where brand_id = $1 and point_id = $2 order by set_position, set_place`)} as prices,
  ${rows('select product_id, cost from read.product_costs where brand_id = $1 and point_id = $2')} as costs,
  ${rows('select product_id from read.withdrawn_products where brand_id = $1 and point_id = $2')} as withdrawn,
  ${rows('select category_id from read.closed_sections where brand_id = $1 and point_id = $2')} as closed_sections,
  ${rows('select product_id, quantity from read.stop_list where brand_id = $1 and point_id = $2')} as stop_list,
  ${rows('select menu_id, name, document from read.showcases where brand_id = $1')} as showcases`;

/** What a point of the brand sells, as the read model has it now. A point nobody has described sells the catalogue. */
export const loadPointMenu = async (pool: pg.Pool, brandId: string, pointId: string): Promise<PointMenu> => {
  const { rows } = await pool.query<PointMenuSource>(SOURCE, [brandId, pointId]);
  return compilePointMenu(rows[0]!);
};
