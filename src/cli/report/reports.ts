import { z } from 'zod';
import { asOf, fields, footer, readAs, row } from './answers.ts';
import { renderTable } from './render.ts';

/** Renders the answers of the reports as text for a terminal. Fields that a table does not show are not checked. */

const olap = z.object({
  columns: z.array(z.object({ name: z.string(), title: z.string(), role: z.string() })),
  rows: z.array(row),
  totals: row,
  rows_count: z.int(),
  has_more: z.boolean(),
  as_of: asOf,
});

/** What has a name is shown by it: its id, which only programs need, is left out. */
export const renderOlap = (answer: unknown): string => {
  const { columns, rows, totals, rows_count, has_more, as_of } = readAs(olap, answer);
  const names = new Set(columns.map(({ name }) => name));
  const shown = columns.filter(({ name }) => !(name.endsWith('_id') && names.has(name.replace(/_id$/, '_name'))));
  const table = fields(Object.fromEntries(shown.map(({ name, title }) => [name, title])));
  const [first] = shown;
  const total = first?.role === 'dimension' ? { ...totals, [first.name]: 'total' } : totals;
  return `${renderTable(table, rows, total)}${footer(rows_count, as_of, has_more ? ' (there are more)' : '')}`;
};

const abcXyz = z.object({
  date_from: z.string(),
  date_to: z.string(),
  bucket: z.string(),
  buckets_count: z.int(),
  matrix: z.record(z.string(), z.int()),
  products: z.array(z.record(z.string(), z.unknown())),
  as_of: asOf,
});

const ABC_XYZ = fields({
  class: 'class',
  product_name: 'product',
  quantity: 'units',
  net_amount: 'net',
  gross_profit: 'profit',
  share_percent: 'share %',
  cumulative_percent: 'cumulative %',
  avg_quantity: 'mean',
  std_quantity: 'deviation',
  cv_percent: 'variation %',
});

export const renderAbcXyz = (answer: unknown): string => {
  const { date_from, date_to, bucket, buckets_count, matrix, products, as_of } = readAs(abcXyz, answer);
  const counts = ['A', 'B', 'C'].map((abc) => ({ abc, ...classesOf(abc, matrix) }));
  const analysed = `${date_from} to ${date_to}: ${buckets_count} ${bucket}s`;
  const summary = renderTable(fields({ abc: '', X: 'X', Y: 'Y', Z: 'Z' }), counts);
  return `${analysed}\n${summary}${renderTable(ABC_XYZ, products)}${footer(products.length, as_of)}`;
};

const classesOf = (abc: string, matrix: Readonly<Record<string, number>>) =>
  Object.fromEntries(['X', 'Y', 'Z'].map((xyz) => [xyz, matrix[abc + xyz]]));

const products = z.object({
  items: z.array(z.object({ points: z.array(z.record(z.string(), z.unknown())) }).catchall(z.unknown())),
  as_of: asOf,
});

const PRODUCTS = fields({
  product_id: 'id',
  name: 'product',
  type_name: 'type',
  menu_path: 'menu',
  point_name: 'point',
  price: 'price',
  cost_price: 'cost',
  cost_percent: 'cost %',
  is_on_sale: 'on sale',
  stop_quantity: 'left',
});

/** A row for each product at each point. */
export const renderProducts = (answer: unknown): string => {
  const { items, as_of } = readAs(products, answer);
  const rows = items.flatMap(({ points, ...item }) => points.map((point) => ({ ...item, ...point })));
  return `${renderTable(PRODUCTS, rows)}${footer(rows.length, as_of)}`;
};

const menuFolders = z.object({ folders: z.array(row), as_of: asOf });

const MENU_FOLDERS = fields({
  id: 'id',
  path: 'folder',
  is_active: 'active',
  products_count: 'products',
  products_count_nested: 'with nested',
});

export const renderMenuFolders = (answer: unknown): string => {
  const { folders, as_of } = readAs(menuFolders, answer);
  return `${renderTable(MENU_FOLDERS, folders)}${footer(folders.length, as_of)}`;
};
