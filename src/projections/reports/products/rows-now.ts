import type { Snapshot } from '../snapshot.ts';
import type { CatalogueCategory, CatalogueFolder, CatalogueProduct, PointRows, RowSource } from './rows.ts';

type StoredProduct = Omit<CatalogueProduct, 'updated_at'> & { readonly updated_at: Date };

/** The rows that the read models have. */
export const rowsNow = ({ db }: Pick<Snapshot, 'db'>, brandId: string): RowSource => ({
  catalogue: async () => {
    const products = await db.query<StoredProduct>('select * from read.products where brand_id = $1', [brandId]);
    const folders = await db.query<CatalogueFolder>('select * from read.menu_folders where brand_id = $1', [brandId]);
    const categories = await db.query<CatalogueCategory>('select * from read.categories where brand_id = $1', [
      brandId,
    ]);
    return {
      products: products.rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
      folders: folders.rows,
      categories: categories.rows,
    };
  },
  point: async (pointId) => {
    const of = async <Row extends object>(columns: string, table: string, order = ''): Promise<Row[]> => {
      const text = `select ${columns} from read.${table} where point_id = $2 and brand_id = $1 ${order}`;
      return (await db.query<Row>(text, [brandId, pointId])).rows;
    };
    const prices = 'product_id, price, days, from_time, to_time';
    const oldestFirst = 'order by set_position, set_place';
    const rows: PointRows = {
      prices: await of(prices, 'product_prices', oldestFirst),
      costs: await of('product_id, cost', 'product_costs'),
      withdrawn: await of('product_id', 'withdrawn_products'),
      closed_sections: await of('category_id', 'closed_sections'),
      stop_list: await of('product_id, quantity::float8 as quantity', 'stop_list'),
    };
    return rows;
  },
});
