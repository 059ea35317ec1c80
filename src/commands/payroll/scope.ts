import type { Motivation, MotivationScope } from '../../domain/payroll/events.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { MotivationInput } from './fields.ts';

/** Whether the brand has these, and the caller may name them. */
export interface KnownThings {
  readonly point: (id: string) => boolean | Promise<boolean>;
  readonly product: (id: number) => boolean;
  readonly category: (id: number) => boolean;
  readonly menu_folder: (id: number) => boolean;
}

const ANYTHING: NonNullable<MotivationInput['scope']> = { days: 'worked' };

type Content = Omit<Motivation, 'motivation_id' | 'brand_id'>;

/**
 * A motivation as it is recorded. Throws (400), naming the field as a path below `at`, for a rate that does not fit the
 * calculation, and for anything in its scope that the brand does not have.
 */
export const readMotivation = async (
  { name, calculation_type, rate, scope: given, is_active }: MotivationInput,
  known: KnownThings,
  at = '',
): Promise<Content> => {
  checkRate(calculation_type, rate, `${at}rate`);
  const { days, ...lists } = given ?? ANYTHING;
  const scope: MotivationScope = {
    point_ids: distinct(lists.point_ids),
    product_ids: distinct(lists.product_ids),
    category_ids: distinct(lists.category_ids),
    menu_folder_ids: distinct(lists.menu_folder_ids),
    order_type_ids: distinct(lists.order_type_ids),
    days,
  };
  for (const [index, id] of (lists.point_ids ?? []).entries()) {
    if (!(await known.point(id))) throw invalid('point_not_found', { field: `${at}scope.point_ids[${index}]` });
  }
  requireAll(lists.product_ids, known.product, (product_id, index) =>
    invalid('product_not_found', { field: `${at}scope.product_ids[${index}]`, product_id }),
  );
  requireAll(lists.category_ids, known.category, (category_id, index) =>
    invalid('category_not_found', { field: `${at}scope.category_ids[${index}]`, category_id }),
  );
  requireAll(lists.menu_folder_ids, known.menu_folder, (menu_folder_id, index) =>
    invalid('menu_folder_not_found', { field: `${at}scope.menu_folder_ids[${index}]`, menu_folder_id }),
  );
  return { name, calculation_type, rate, scope, is_active };
};

/** Throws the refusal of the first one that is unknown. */
const requireAll = (
  ids: readonly number[] | null | undefined,
  isKnown: (id: number) => boolean,
  refusal: (id: number, index: number) => Refusal,
): void => {
  const missing = ids?.findIndex((id) => !isKnown(id)) ?? -1;
  if (missing >= 0) throw refusal(ids![missing]!, missing);
};

const checkRate = (type: Motivation['calculation_type'], rate: number, field: string): void => {
  const isPercent = type === 'own_sales_percent' || type === 'point_sales_percent';
  if (isPercent && rate > 100) throw invalid('field_too_big', { field, max: 100 });
  if (!isPercent && !Number.isInteger(rate)) throw invalid('field_not_integer', { field });
};

const distinct = <Id>(ids: readonly Id[] | null | undefined): Id[] | null => (ids ? [...new Set(ids)] : null);
