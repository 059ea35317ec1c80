import type pg from 'pg';
import type { BrandCatalogue } from './brand-catalogue.ts';
import { jsonRows } from './json-rows.ts';
import { compilePointMenuInTurns, type PointMenu, type PointMenuSource } from './point-menu.ts';

const SOURCE = `select
  ${jsonRows(`select product_id, price, days, from_time, to_time from read.product_prices
    where point_id = $2 and brand_id = $1 order by set_position, set_place`)} as prices,
  ${jsonRows('select product_id, cost from read.product_costs where point_id = $2 and brand_id = $1')} as costs,
  ${jsonRows('select product_id from read.withdrawn_products where point_id = $2 and brand_id = $1')} as withdrawn,
  ${jsonRows('select category_id from read.closed_sections where point_id = $2 and brand_id = $1')} as closed_sections`;

/** How a point sells its brand's catalogue. A point without settings sells all of it, at base prices. */
export const loadPointMenu = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  catalogue: BrandCatalogue,
): Promise<PointMenu> => {
  const { rows } = await pool.query<PointMenuSource>(SOURCE, [brandId, pointId]);
  return compilePointMenuInTurns(catalogue, rows[0]!);
};
