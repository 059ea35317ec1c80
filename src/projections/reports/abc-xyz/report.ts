import { eachInTurns, mapInTurns, sortInTurns } from '../../../concurrency/turns.ts';
import { notFound } from '../../../domain/refusal.ts';
import { byContribution, type Classes, classifier, matrixOf } from '../../../domain/reports/abc-xyz/classes.ts';
import { type Analysed, analysedPeriod, type Bucket } from '../../../domain/reports/abc-xyz/period.ts';
import { withNestedFolders } from '../nested-folders.ts';
import { MAX_REPORT_ROWS, requireFewRows } from '../report-size.ts';
import type { Snapshot } from '../snapshot.ts';
import {
  type CatalogueName,
  catalogueNames,
  type Freshness,
  firstChequeDay,
  type ProductSales,
  pointFreshness,
  type Scope,
  salesByBucket,
} from './queries.ts';

export const CONTRIBUTIONS = ['net_amount', 'gross_profit', 'quantity'] as const;
export type Contribution = (typeof CONTRIBUTIONS)[number];

export interface AbcXyzRequest extends Scope {
  readonly date_from: string;
  readonly date_to: string;
  readonly bucket: Bucket;
  readonly abc_by: Contribution;
  /** Percent, with two decimal places at most. */
  readonly x_max: number;
  readonly y_max: number;
  readonly menu_ids: readonly number[] | null;
  readonly category_ids: readonly number[] | null;
  readonly with_series: boolean;
}

export interface AbcXyzProduct extends Classes {
  readonly product_name: string | null;
  readonly unit_name: string | null;
  readonly quantity: number;
  readonly net_amount: number;
  readonly gross_profit: number | null;
  readonly buckets_with_sales: number;
  readonly class: string;
  /** The units of each bucket, from the first to the last. */
  readonly series?: readonly number[];
}

export interface AbcXyz extends Analysed {
  readonly matrix: ReturnType<typeof matrixOf>;
  readonly data_freshness: readonly Freshness[];
  readonly products: readonly AbcXyzProduct[];
}

/** How much each product brings, and how steadily it sells (docs/reports.md#abc-xyz). */
export const readAbcXyz = async (snapshot: Snapshot, request: AbcXyzRequest): Promise<AbcXyz> => {
  const { brand_id, menu_ids, category_ids, bucket } = request;
  const product_ids = menu_ids && (await productsIn(snapshot, brand_id, menu_ids));
  if (category_ids) await requireCategories(snapshot, brand_id, category_ids);
  const analysed = analysedPeriod(request, await firstChequeDay(snapshot, request));
  const { date_from, date_to, buckets_count } = analysed;
  const { point_ids } = request;
  const filter = { brand_id, point_ids, date_from, date_to, bucket, category_ids, product_ids };
  const sales = await salesByBucket(snapshot, filter, MAX_REPORT_ROWS + 1);
  requireFewRows(sales.length);
  const ids = sales.map(({ product_id }) => product_id);
  const names = await catalogueNames(snapshot, brand_id, ['product'], ids);
  const data_freshness = await pointFreshness(snapshot, request);

  const contributed = await mapInTurns(sales, (sold) => ({
    ...sold,
    contribution: contributionOf(sold, request.abc_by),
  }));
  const thresholds = { buckets: buckets_count, x_max: hundredths(request.x_max), y_max: hundredths(request.y_max) };
  const classify = classifier(contributed, thresholds);
  const nameOf = new Map<number, CatalogueName>();
  await eachInTurns(names, (name) => nameOf.set(name.id, name));
  const products = await mapInTurns(await sortInTurns(contributed, byContribution), (sold): AbcXyzProduct => {
    const classed = classify(sold);
    const { name = null, unit = null } = nameOf.get(sold.product_id) ?? {};
    const shown = { ...classed, product_name: name, unit_name: unit, ...figuresOf(sold) };
    const series = request.with_series ? { series: seriesOf(sold, buckets_count) } : {};
    return { ...shown, class: `${classed.abc}${classed.xyz}`, ...series };
  });
  return { ...analysed, matrix: matrixOf(products), data_freshness, products };
};

/** On one scale for all products. A product whose cost is not known brings no known profit. */
const contributionOf = ({ net_amount, gross_profit, units }: ProductSales, by: Contribution): bigint => {
  if (by === 'net_amount') return net_amount;
  return by === 'gross_profit' ? (gross_profit ?? 0n) : sumOf(units);
};

const figuresOf = ({ net_amount, gross_profit, units }: ProductSales) => ({
  quantity: Number(sumOf(units)) / 1_000,
  net_amount: Number(net_amount),
  gross_profit: gross_profit === null ? null : Number(gross_profit) / 1_000,
  buckets_with_sales: units.filter((count) => count > 0n).length,
});

const seriesOf = ({ buckets, units }: ProductSales, count: number): number[] => {
  const series = Array<number>(count).fill(0);
  for (const [index, bucket] of buckets.entries()) series[bucket] = Number(units[index]) / 1_000;
  return series;
};

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** The products of these menu folders and of all inside of them. Throws menu_folder_not_found. */
const productsIn = async (snapshot: Snapshot, brandId: string, menuIds: readonly number[]): Promise<number[]> => {
  const names = await catalogueNames(snapshot, brandId, ['menu_folder', 'product']);
  const folders = names.filter(({ kind }) => kind === 'menu_folder');
  const missing = menuIds.find((id) => !folders.some((folder) => folder.id === id));
  if (missing !== undefined) throw notFound('menu_folder_not_found', { field: 'menu_ids', menu_folder_id: missing });
  const chosen = withNestedFolders(folders, menuIds);
  const isIn = ({ kind, parent_id }: (typeof names)[number]) =>
    kind === 'product' && parent_id !== null && chosen.has(parent_id);
  return names.filter(isIn).map(({ id }) => id);
};

const requireCategories = async (snapshot: Snapshot, brandId: string, ids: readonly number[]): Promise<void> => {
  const known = new Set((await catalogueNames(snapshot, brandId, ['category'], ids)).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound('category_not_found', { field: 'category_ids', category_id: missing });
};
