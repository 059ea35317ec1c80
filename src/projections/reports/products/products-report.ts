import { eachInTurns, mapInTurns, sortInTurns } from '../../../concurrency/turns.ts';
import { foldText } from '../../../domain/fold-text.ts';
import { toLocalDayAndTime, toLocalTimestamp } from '../../../domain/local-time.ts';
import type { Product } from '../../../domain/menu/catalogue/events.ts';
import { notFound } from '../../../domain/refusal.ts';
import { ratio } from '../../../domain/reports/exact.ts';
import { compileCatalogue } from '../../menu/brand-catalogue.ts';
import { compilePointMenuInTurns, isSellable } from '../../menu/point-menu.ts';
import { pricesFor } from '../../menu/price-book.ts';
import { withNestedFolders } from '../nested-folders.ts';
import { pathCounter } from '../report-size.ts';
import { type PlacedFolder, placeFolders } from './folder-tree.ts';
import { hasStatus, type Status } from './folders-report.ts';
import type { CatalogueProduct, CatalogueRows, PointRows, ReportPoint } from './rows.ts';

export interface ProductFilter {
  /** Null: all. */
  readonly types: readonly Product['type'][] | null;
  readonly status: Status;
  readonly menu_ids: readonly number[] | null;
  /** A part of the name, the barcode or the PLU, in any case. */
  readonly search: string | null;
}

export interface ReportProduct
  extends Pick<Product, 'product_id' | 'name' | 'type' | 'is_active' | 'category_id' | 'unit' | 'is_divisible'>,
    Pick<Product, 'barcode' | 'plu' | 'fiscal_code' | 'size_parent_id' | 'image' | 'base_price'> {
  readonly menu_id: number | null;
  readonly menu_name: string | null;
  readonly menu_path: string | null;
  readonly category_name: string | null;
  /** Local time of the brand. */
  readonly updated_at: string;
  readonly points: ProductAtPoint[];
}

export interface ProductAtPoint extends Omit<ReportPoint, 'timezone'> {
  /** What the till takes. */
  readonly price: number;
  readonly cost_price: number | null;
  readonly cost_percent: number | null;
  /** Whether it can be ordered, apart from the stop-list. */
  readonly is_on_sale: boolean;
  readonly is_on_stop: boolean;
  /** What is left of it; null: it is not limited. */
  readonly stop_quantity: number | null;
}

/**
 * Products that pass the filter, with no points yet (docs/reports.md#products). There may be 50 000 of them, so others have
 * their turns in between. Throws menu_folder_not_found or report_too_large.
 */
export const productsReport = async (
  rows: CatalogueRows,
  filter: ProductFilter,
  timezone: string,
): Promise<ReportProduct[]> => {
  const folders = new Map(placeFolders(rows.folders).map((folder) => [folder.menu_folder_id, folder]));
  const countPath = pathCounter();
  const categories = new Map(rows.categories.map((category) => [category.category_id, category.name]));
  const found: CatalogueProduct[] = [];
  const isFound = passes(filter, rows);
  await eachInTurns(rows.products, (product) => {
    if (isFound(product)) found.push(product);
  });
  return mapInTurns(await sortInTurns(found, inMenuOrder(folders)), (product) => {
    const { product_id, name, type, is_active, category_id, unit, is_divisible } = product;
    const { barcode, plu, fiscal_code, size_parent_id, image, base_price } = product;
    const folder = folderOf(folders, product);
    countPath(folder?.path ?? null);
    return {
      product_id,
      name,
      type,
      is_active,
      menu_id: product.menu_folder_id,
      menu_name: folder?.name ?? null,
      menu_path: folder?.path ?? null,
      category_id,
      category_name: category_id === null ? null : (categories.get(category_id) ?? null),
      unit,
      is_divisible,
      barcode,
      plu,
      fiscal_code,
      size_parent_id,
      image,
      base_price,
      updated_at: toLocalTimestamp(product.updated_at, timezone),
      points: [],
    };
  });
};

const passes = ({ types, status, menu_ids, search }: ProductFilter, { folders }: CatalogueRows) => {
  const chosen = menu_ids && chosenFolders(folders, menu_ids);
  const part = search === null ? null : foldText(search.trim());
  return ({ type, is_active, menu_folder_id, name, barcode, plu }: CatalogueProduct): boolean =>
    hasStatus(is_active, status) &&
    (types === null || types.includes(type)) &&
    (chosen === null || (menu_folder_id !== null && chosen.has(menu_folder_id))) &&
    (part === null || [name, barcode, plu].some((text) => text !== null && foldText(text).includes(part)));
};

const chosenFolders = (folders: CatalogueRows['folders'], ids: readonly number[]): ReadonlySet<number> => {
  const missing = ids.find((id) => !folders.some((folder) => folder.menu_folder_id === id));
  if (missing !== undefined) throw notFound('menu_folder_not_found', { field: 'menu_ids', menu_folder_id: missing });
  return withNestedFolders(
    folders.map(({ menu_folder_id: id, parent_id }) => ({ id, parent_id })),
    ids,
  );
};

type Folders = ReadonlyMap<number, PlacedFolder>;

const folderOf = (folders: Folders, { menu_folder_id }: CatalogueProduct): PlacedFolder | undefined =>
  menu_folder_id === null ? undefined : folders.get(menu_folder_id);

/** By path, those outside of all folders first. Texts are compared by their characters' codes: the same everywhere. */
const inMenuOrder =
  (folders: Folders) =>
  (first: CatalogueProduct, second: CatalogueProduct): number => {
    const [one = '', other = ''] = [folderOf(folders, first)?.path, folderOf(folders, second)?.path];
    if (one !== other) return one < other ? -1 : 1;
    return first.order_number - second.order_number || first.product_id - second.product_id;
  };

/** Returns a function that adds to each product what a point sells it for at an instant. */
export const pointAdder = async (
  catalogue: CatalogueRows,
  items: readonly ReportProduct[],
  at: string,
): Promise<(point: ReportPoint, rows: PointRows) => Promise<void>> => {
  const products = new Map<number, CatalogueProduct>();
  await eachInTurns(catalogue.products, (product) => products.set(product.product_id, product));
  const compiled = { ...compileCatalogue({ ...catalogue, products: [], showcases: [] }), products };
  return async ({ timezone, ...named }, rows) => {
    const menu = await compilePointMenuInTurns(compiled, rows);
    const { day, time } = toLocalDayAndTime(at, timezone);
    const prices = pricesFor(menu, [], day, time);
    const units = new Map<number, number>();
    await eachInTurns(rows.stop_list, ({ product_id, quantity }) => units.set(product_id, quantity));
    await eachInTurns(items, ({ product_id, points }) => {
      const product = products.get(product_id)!;
      const price = prices.priceOf(product);
      const cost_price = menu.costs.get(product_id) ?? null;
      const stop_quantity = units.get(product_id) ?? null;
      points.push({
        ...named,
        price,
        cost_price,
        cost_percent: costPercent(cost_price, price),
        is_on_sale: isOrdered(product) && isSellable(menu, product),
        is_on_stop: stop_quantity === 0,
        stop_quantity,
      });
    });
  };
};

/** A prep is an ingredient of the kitchen, which no guest orders. */
const isOrdered = ({ is_active, type }: CatalogueProduct): boolean => is_active && type !== 'prep';

const costPercent = (cost: number | null, price: number): number | null =>
  cost === null || price === 0 ? null : ratio(BigInt(cost) * 100n, BigInt(price), 1);
