import type pg from 'pg';
import type { Priced, PriceList } from './order.ts';

interface Menu {
  readonly products: readonly (Priced & {
    readonly product_id: number;
    readonly modifier_groups: readonly { readonly items: readonly (Priced & { readonly product_id: number })[] }[];
  })[];
}

/** A price, alone (`of` is 0) or as a modifier of another product. */
export interface Row extends Priced {
  readonly product_id: number;
  readonly of: number;
}

const CREATE = `create table prices (
  product_id int not null, of_product int not null, name text not null, price int not null,
  primary key (of_product, product_id)
)`;
const FILL = 'insert into prices select * from unnest($1::int[], $2::int[], $3::text[], $4::int[])';
const COLUMNS = 'select product_id, of_product as "of", name, price from prices';

/** Every price of the menu that Tillstream serves at `url`, once. */
export const fetchMenu = async (url: string, token: string): Promise<Row[]> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { products } = (await response.json()) as Menu;
  const rows: Row[] = products.flatMap((product) => [
    { ...product, of: 0 },
    ...product.modifier_groups.flatMap(({ items }) => items.map((item) => ({ ...item, of: product.product_id }))),
  ]);
  // A modifier of two groups of a product is there twice.
  return [...new Map(rows.map((row) => [`${row.of}/${row.product_id}`, row])).values()];
};

/** Copies that menu into a table of prices. */
export const copyMenu = async (pool: pg.Pool, url: string, token: string): Promise<void> => {
  const rows = await fetchMenu(url, token);
  await pool.query(CREATE);
  const column = (key: keyof Row) => rows.map((row) => row[key]);
  await pool.query(FILL, [column('product_id'), column('of'), column('name'), column('price')]);
};

/** The prices that an order of these products may need, from the database. */
export const readPrices = async (pool: pg.Pool, products: readonly number[]): Promise<PriceList> => {
  const { rows } = await pool.query<Row>({
    name: 'prices',
    text: `${COLUMNS} where of_product = any($1) or (of_product = 0 and product_id = any($1))`,
    values: [products],
  });
  return listOf(rows);
};

const GOOD_FOR_MS = 10_000;

/** Answers a function that reads all prices, and keeps them for ten seconds. */
export const keepPrices = (pool: pg.Pool): (() => Promise<PriceList>) => {
  let kept: Promise<PriceList> | undefined;
  let until = 0;
  return () => {
    if (kept && performance.now() < until) return kept;
    until = performance.now() + GOOD_FOR_MS;
    kept = pool.query<Row>(COLUMNS).then(({ rows }) => listOf(rows));
    // The next order tries again.
    kept.catch(() => {
      until = 0;
    });
    return kept;
  };
};

const listOf = (rows: readonly Row[]): PriceList => {
  const byIds = new Map(rows.map((row) => [`${row.of}/${row.product_id}`, row]));
  return (product_id, of = 0) => byIds.get(`${of}/${product_id}`);
};
