import type pg from 'pg';
import { type Category, catalogueEvents, type Product } from '../../domain/menu/catalogue/events.ts';
import type { ShowcaseCategory, ShowcaseProduct } from '../../domain/menu/showcase/events.ts';
import { namesOf } from '../../domain/names-of.ts';
import { jsonRows } from './json-rows.ts';

/** The stored rows of a brand's catalogue. */
export interface CatalogueSource {
  /** Products that guests can order: active, and no prep. */
  readonly products: readonly StoredProduct[];
  readonly categories: readonly StoredCategory[];
  readonly showcases: readonly StoredShowcase[];
}

/** What no menu shows of a product. */
const NOT_SHOWN = [
  'brand_id',
  'menu_folder_id',
  'barcode',
  'plu',
  'fiscal_code',
  'size_parent_id',
  'is_active',
] as const;

export type StoredProduct = Omit<Product, (typeof NOT_SHOWN)[number]>;

/** The columns have the names of the fields. */
const PRODUCT_COLUMNS = namesOf(catalogueEvents.ProductDefined.schema.shape).filter(
  (name) => !NOT_SHOWN.some((hidden) => hidden === name),
);

export type StoredCategory = Omit<Category, 'brand_id'>;

export interface StoredShowcase {
  readonly menu_id: number;
  readonly name: string;
  readonly document: {
    readonly categories: readonly ShowcaseCategory[];
    readonly products: readonly ShowcaseProduct[];
  };
}

/** What a brand sells, at any point: read once, and shared by the menus of all its points. */
export interface BrandCatalogue {
  readonly products: ReadonlyMap<number, StoredProduct>;
  readonly categories: ReadonlyMap<number, StoredCategory>;
  readonly showcases: ReadonlyMap<number, Showcase>;
}

export interface Showcase {
  readonly id: number;
  readonly name: string;
  readonly categories: readonly ShowcaseCategory[];
  readonly products: ReadonlyMap<number, ShowcaseProduct>;
}

/**
 * One statement on purpose, so that all of it is of one moment. With two reads, a showcase could name a product that
 * the first read did not have yet. A prep is an ingredient of the kitchen, which no guest orders: it is left out, as
 * inactive products are.
 */
const SOURCE = `select
  ${jsonRows(`select ${PRODUCT_COLUMNS.join(', ')} from read.products where brand_id = $1 and is_active and type <> 'prep'`)} as products,
  ${jsonRows(`select category_id, parent_id, name, order_number, image from read.categories
    where brand_id = $1 and is_retired is not true`)}
    as categories,
  ${jsonRows('select menu_id, name, document from read.showcases where brand_id = $1')} as showcases`;

/** What the brand sells, as the read model has it now. */
export const loadBrandCatalogue = async (pool: pg.Pool, brandId: string): Promise<BrandCatalogue> => {
  const { rows } = await pool.query<CatalogueSource>(SOURCE, [brandId]);
  return compileCatalogue(rows[0]!);
};

export const compileCatalogue = ({ products, categories, showcases }: CatalogueSource): BrandCatalogue => ({
  products: new Map(products.map((product) => [product.product_id, product])),
  categories: new Map(categories.map((category) => [category.category_id, category])),
  showcases: new Map(showcases.map((showcase) => [showcase.menu_id, toShowcase(showcase)])),
});

const toShowcase = ({ menu_id, name, document }: StoredShowcase): Showcase => ({
  id: menu_id,
  name,
  categories: document.categories,
  products: new Map(document.products.map((product) => [product.product_id, product])),
});
