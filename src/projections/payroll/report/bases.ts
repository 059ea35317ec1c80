import type { Motivation, MotivationScope } from '../../../domain/payroll/events.ts';
import type { Program } from '../../../domain/reports/payroll/facts.ts';
import { thousandthsOf } from '../../../domain/reports/payroll/salary.ts';
import { type Folders, type Stay, staysIn } from './folder-times.ts';

/** A motivation with those who have it. */
export interface AssignedMotivation extends Omit<Motivation, 'brand_id'> {
  readonly employee_ids: readonly number[];
}

/**
 * Where sales are read: whole cheques are fewer than lines, and a line does not know without its cheque when it was sold,
 * nor the type of the order.
 */
export const LEVELS = ['cheque', 'line', 'line_of_cheque'] as const;
export type Level = (typeof LEVELS)[number];

/** What is summed of the sales: of whole cheques, or of those lines that fit. Null: of all types, products, categories. */
export interface Base {
  readonly level: Level;
  readonly order_type_ids: readonly number[] | null;
  readonly product_ids: readonly number[] | null;
  /** Products that count beside those, while they were in a menu folder. */
  readonly stays: readonly Stay[];
  readonly category_ids: readonly number[] | null;
}

/** Everything that was sold: the first of all bases. */
const EVERYTHING: Base = { level: 'cheque', order_type_ids: null, product_ids: null, stays: [], category_ids: null };

export interface Bases {
  readonly bases: readonly Base[];
  readonly programs: readonly Program[];
}

/**
 * What the sales are summed by, and the motivations as they are computed: motivations that count the same share a base.
 * Lines are read only where a motivation is for some products, or counts units.
 */
export const basesOf = async (motivations: readonly AssignedMotivation[], folders: Folders): Promise<Bases> => {
  const bases: Base[] = [EVERYTHING];
  const placeOf = new Map([[JSON.stringify(EVERYTHING), 0]]);
  const programs: Program[] = [];
  for (const motivation of motivations) {
    const { motivation_id, calculation_type, rate, scope, employee_ids } = motivation;
    const base = calculation_type === 'per_shift' ? EVERYTHING : await baseOf(motivation, folders);
    const key = JSON.stringify(base);
    const place = placeOf.get(key) ?? bases.push(base) - 1;
    placeOf.set(key, place);
    programs.push({
      motivation_id,
      calculation_type,
      rate: thousandthsOf(rate),
      days: scope.days,
      base: place,
      point_ids: scope.point_ids && new Set(scope.point_ids),
      employee_ids: new Set(employee_ids),
    });
  }
  return { bases, programs };
};

const baseOf = async ({ calculation_type, scope }: AssignedMotivation, folders: Folders): Promise<Base> => {
  const products = await productsOf(scope, folders);
  const category_ids = scope.category_ids && sorted(scope.category_ids);
  const isOfLines = calculation_type === 'per_item' || products.product_ids !== null || category_ids !== null;
  const order_type_ids = scope.order_type_ids && sorted(scope.order_type_ids);
  const isOfCheques = order_type_ids !== null || products.stays.length > 0;
  const level = !isOfLines ? 'cheque' : isOfCheques ? 'line_of_cheque' : 'line';
  return { level, order_type_ids, ...products, category_ids };
};

/**
 * The products that are named, or were in a named folder or inside of one when they were sold; if both are named, those
 * that are both.
 */
const productsOf = async (
  { product_ids, menu_folder_ids }: MotivationScope,
  folders: Folders,
): Promise<Pick<Base, 'product_ids' | 'stays'>> => {
  if (menu_folder_ids === null) return { product_ids: product_ids && sorted(product_ids), stays: [] };
  const all = await staysIn(folders, menu_folder_ids, product_ids && new Set(product_ids));
  const always: number[] = [];
  const stays: Stay[] = [];
  for (const stay of all) {
    if (isForEver(stay)) always.push(stay.product_id);
    else stays.push(stay);
  }
  return { product_ids: always, stays };
};

const isForEver = ({ from, until }: Stay): boolean =>
  from === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;

const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
