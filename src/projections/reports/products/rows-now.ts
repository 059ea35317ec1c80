import PQueue from 'p-queue';
import { mapInTurns } from '../../../concurrency/turns.ts';
import type { Snapshot } from '../snapshot.ts';
import type {
  CatalogueCategory,
  CatalogueFolder,
  CatalogueProduct,
  CatalogueRows,
  PointRows,
  RowSource,
} from './rows.ts';

type StoredProduct = Omit<CatalogueProduct, 'updated_at'> & { readonly updated_at: Date };

/** The rows that the read models have. */
export const rowsNow = ({ db }: Pick<Snapshot, 'db'>, brandId: string): RowSource => {
  // Points are asked for at once, and a connection takes one statement at a time.
  const inTurn = new PQueue({ concurrency: 1 });
  const readPoint = async (pointId: string): Promise<PointRows> => {
    const of = async <Row extends object>(columns: string, table: string, order = ''): Promise<Row[]> => {
      const text = `select ${columns} from read.${table} where point_id = $2 and brand_id = $1 ${order}`;
      return (await db.query<Row>(text, [brandId, pointId])).rows;
    };
    return {
      prices: await of(
        'product_id, price, days, from_time, to_time',
        'product_prices',
        'order by set_position, set_place',
      ),
      costs: await of('product_id, cost', 'product_costs'),
      withdrawn: await of('product_id', 'withdrawn_products'),
      closed_sections: await of('category_id', 'closed_sections'),
      stop_list: await of('product_id, quantity::float8 as quantity', 'stop_list'),
    };
  };
  return { catalogue: () => readCatalogue(db, brandId), point: (pointId) => inTurn.add(() => readPoint(pointId)) };
};

const readCatalogue = async (db: Snapshot['db'], brandId: string): Promise<CatalogueRows> => {
  const products = await db.query<StoredProduct>('select * from read.products where brand_id = $1', [brandId]);
  const folders = await db.query<CatalogueFolder>(
    'select * from read.menu_folders where brand_id = $1 and is_retired is not true',
    [brandId],
  );
  const categories = await db.query<CatalogueCategory>(
    'select * from read.categories where brand_id = $1 and is_retired is not true',
    [brandId],
  );
  return {
    products: await mapInTurns(products.rows, (row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
    folders: folders.rows,
    categories: categories.rows,
  };
};
