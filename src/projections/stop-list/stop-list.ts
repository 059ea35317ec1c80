import type pg from 'pg';

/** Units left: 0 none. */
export interface StopListItem {
  readonly product_id: number;
  readonly quantity: number;
}

/** The stop-list of a point at one moment. */
export interface StopList {
  /** The contract's entries, by product id. */
  readonly items: readonly StopListItem[];
  /** The same, by product id. A product that is not listed has no limit. */
  readonly units: ReadonlyMap<number, number>;
}

/** The stop-list of the brand's point; an empty one if none was set. */
export const loadStopList = async (pool: pg.Pool, brandId: string, pointId: string): Promise<StopList> => {
  const { rows } = await pool.query<StopListItem>(
    `select product_id, quantity::float8 as quantity from read.stop_list
     where point_id = $1 and brand_id = $2 order by product_id`,
    [pointId, brandId],
  );
  return toStopList(rows);
};

export const toStopList = (items: readonly StopListItem[]): StopList => ({
  items,
  units: new Map(items.map(({ product_id, quantity }) => [product_id, quantity])),
});
