import type { Motivation, MotivationScope } from '../../../domain/payroll/events.ts';
import type { Program } from '../../../domain/reports/payroll/facts.ts';
import { thousandthsOf } from '../../../domain/reports/payroll/salary.ts';
import { withNestedFolders } from '../../reports/nested-folders.ts';

/** A motivation with those who have it. */
export interface AssignedMotivation extends Omit<Motivation, 'brand_id'> {
  readonly employee_ids: readonly number[];
}

/**
 * Where sales are read: whole cheques are fewer than lines, and a line does not know the type of its order without the
 * cheque.
 */
export const LEVELS = ['cheque', 'line', 'line_of_type'] as const;
export type Level = (typeof LEVELS)[number];

/** What is summed of the sales: of whole cheques, or of those lines that fit. Null: of all types, products, categories. */
export interface Base {
  readonly level: Level;
  readonly order_type_ids: readonly number[] | null;
  readonly product_ids: readonly number[] | null;
  readonly category_ids: readonly number[] | null;
}

/** Everything that was sold: the first of all bases. */
const EVERYTHING: Base = { level: 'cheque', order_type_ids: null, product_ids: null, category_ids: null };

/** The menu folders of the brand, and which product is in which. */
export interface Folders {
  readonly folders: readonly { readonly id: number; readonly parent_id: number | null }[];
  readonly products: readonly { readonly id: number; readonly folder_id: number | null }[];
}

export interface Bases {
  readonly bases: readonly Base[];
  readonly programs: readonly Program[];
}

/**
 * What the sales are summed by, and the motivations as they are computed: motivations that count the same share a base.
 * Lines are read only where a motivation is for some products, or counts units.
 */
export const basesOf = (motivations: readonly AssignedMotivation[], folders: Folders): Bases => {
  const bases: Base[] = [EVERYTHING];
  const placeOf = new Map([[JSON.stringify(EVERYTHING), 0]]);
  const programs = motivations.map((motivation): Program => {
    const { motivation_id, calculation_type, rate, scope, employee_ids } = motivation;
    const base = calculation_type === 'per_shift' ? EVERYTHING : baseOf(motivation, folders);
    const key = JSON.stringify(base);
    const place = placeOf.get(key) ?? bases.push(base) - 1;
    placeOf.set(key, place);
    return {
      motivation_id,
      calculation_type,
      rate: thousandthsOf(rate),
      days: scope.days,
      base: place,
      point_ids: scope.point_ids && new Set(scope.point_ids),
      employee_ids: new Set(employee_ids),
    };
  });
  return { bases, programs };
};

const baseOf = ({ calculation_type, scope }: AssignedMotivation, folders: Folders): Base => {
  const product_ids = productsOf(scope, folders);
  const category_ids = scope.category_ids && sorted(scope.category_ids);
  const isOfLines = calculation_type === 'per_item' || product_ids !== null || category_ids !== null;
  const order_type_ids = scope.order_type_ids && sorted(scope.order_type_ids);
  const level = !isOfLines ? 'cheque' : order_type_ids === null ? 'line' : 'line_of_type';
  return { level, order_type_ids, product_ids, category_ids };
};

/** The products that are named, or are in a named folder or inside of one; if both are named, those that are both. */
const productsOf = ({ product_ids, menu_folder_ids }: MotivationScope, { folders, products }: Folders) => {
  if (menu_folder_ids === null) return product_ids && sorted(product_ids);
  const inside = withNestedFolders(folders, menu_folder_ids);
  const found = products.filter(({ folder_id }) => folder_id !== null && inside.has(folder_id)).map(({ id }) => id);
  const named = product_ids && new Set(product_ids);
  return sorted(named ? found.filter((id) => named.has(id)) : found);
};

const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
