import { namesOf } from '../../../domain/names-of.ts';
import type { ColumnType, Dimension, Expression, Join, NameSource } from './model.ts';

const value = (type: ColumnType, more: Partial<Dimension> = {}): Dimension => ({ type, level: 'cheque', ...more });
const time = (type: ColumnType): Dimension => value(type, { isTime: true, hasRange: true });
const entity = (source: NameSource, more: Partial<Dimension> = {}): Dimension =>
  value('id', { entity: source, ...more });
const named = (kind: string, more?: Partial<Dimension>): Dimension => entity({ kind }, more);
const ofLine = { level: 'line' } as const;

/** Every grouping there is. Which kinds have it, their sources say. */
export const DIMENSIONS = {
  date: time('date'),
  week: time('date'),
  month: time('string'),
  year: time('integer'),
  day_of_week: time('integer'),
  hour: time('integer'),
  opened_hour: time('integer'),
  point: named('point', { type: 'uuid' }),
  shift: named('shift'),
  order_type: entity('texts'),
  order_type_sub: named('order_type_sub'),
  source: entity('texts'),
  hall: named('hall'),
  table: named('table'),
  waiter: named('employee'),
  cashier: named('employee'),
  courier: named('employee'),
  /** A number, never a name or a phone. */
  client: entity('none'),
  organization: named('organization'),
  region: named('region'),
  district: named('district'),
  cheque: entity('cheque'),
  payment_type: named('payment_type'),
  payment_category: entity('texts'),
  cancel_cause: named('cancel_cause'),
  deleted_by: value('string'),
  was_printed: value('boolean'),
  employee: named('employee'),
  position: named('position'),
  role: value('string'),
  product: named('product', ofLine),
  product_type: value('string', ofLine),
  category: named('category', ofLine),
  menu_folder: named('menu_folder', ofLine),
  is_modifier: value('boolean', ofLine),
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = namesOf(DIMENSIONS);

/** The question was checked: it names no other dimensions. */
export const dimensionOf = (name: string): Dimension => {
  const dimensions: Readonly<Record<string, Dimension>> = DIMENSIONS;
  return dimensions[name]!;
};

/** SQL of dimensions over the facts of one source. */
export type Expressions = Partial<Record<DimensionName, Expression>>;

/** What a business day is part of. */
export const days = (date: string): Expressions => ({
  date: { sql: date },
  week: { sql: `(${date} - (extract(isodow from ${date})::integer - 1))` },
  month: { sql: `to_char(${date}, 'YYYY-MM')` },
  year: { sql: `extract(year from ${date})::integer` },
  day_of_week: { sql: `extract(isodow from ${date})::integer` },
});

/** The hour on the point's clock. */
export const hourOf = (instant: string, timezone: string): string =>
  `extract(hour from ${instant} at time zone ${timezone})::integer`;

/** The columns of the same name, with `_id`, of a table. */
export const ids = (alias: string, names: readonly DimensionName[], joins: readonly string[] = []): Expressions =>
  Object.fromEntries(names.map((name) => [name, { sql: `${alias}.${name}_id`, joins }]));

/** What the product of a line is in the catalogue. */
export const catalogueOf = (alias: string): { joins: Record<string, Join>; dimensions: Expressions } => ({
  joins: { product_name: nameJoin('product', 'product_name', `${alias}.product_id`, `${alias}.brand_id`) },
  dimensions: {
    product: { sql: `${alias}.product_id` },
    category: { sql: `${alias}.category_id` },
    product_type: { sql: 'product_name.type', joins: ['product_name'] },
    menu_folder: { sql: 'product_name.parent_id::bigint', joins: ['product_name'] },
  },
});

/** A row of read.names: an entity's name, and what it belongs to. */
export const nameJoin = (kind: string, alias: string, id: string, brand: string, after?: string): Join => ({
  type: 'left join',
  table: 'read.names',
  alias,
  on: `${alias}.kind = '${kind}' and ${alias}.id = (${id})::text and ${alias}.brand_id = ${brand}`,
  ...(after !== undefined && { after: [after] }),
});
