import type { Answer, CommandFields } from '@tillstream/client';

export type Motivation = Answer<'listVenueMotivations'>['motivations'][number];
export type CalculationType = Motivation['calculation_type'];

export const CALCULATION_TYPES = ['own_sales_percent', 'point_sales_percent', 'per_item', 'per_shift'] as const;

/** Of percents the rate is a percent, else an amount of money. */
export const isPercent = (type: CalculationType): boolean => type.endsWith('_percent');

/** A motivation as the form has it: lists that are empty let everything through. */
export interface Draft {
  readonly name: string;
  readonly type: CalculationType;
  readonly rate: number | string;
  readonly people: readonly string[];
  readonly points: readonly string[];
  readonly products: readonly string[];
  readonly categories: readonly string[];
  readonly folders: readonly string[];
  readonly orderTypes: readonly string[];
  readonly ofAllDays: boolean;
  readonly isActive: boolean;
}

const texts = (ids: readonly (number | string)[] | null | undefined): string[] => (ids ?? []).map(String);

/** @param unit how many of the smallest unit make one of the currency */
export const draftOf = (before: Motivation | undefined, unit: number): Draft => {
  const type = before?.calculation_type ?? 'own_sales_percent';
  const scope = before?.scope;
  return {
    name: before?.name ?? '',
    type,
    rate: before === undefined ? '' : isPercent(type) ? before.rate : before.rate / unit,
    people: texts(before?.state.employee_ids),
    points: texts(scope?.point_ids),
    products: texts(scope?.product_ids),
    categories: texts(scope?.category_ids),
    folders: texts(scope?.menu_folder_ids),
    orderTypes: texts(scope?.order_type_ids),
    ofAllDays: scope?.days === 'all',
    isActive: before?.is_active ?? true,
  };
};

const idsOf = (chosen: readonly string[]): number[] | null => (chosen.length === 0 ? null : chosen.map(Number));

/** What DefineMotivation takes. Sales are what is chosen of the menu; a day worked has none. */
export const fieldsOf = (draft: Draft, unit: number): Omit<CommandFields<'DefineMotivation'>, 'id'> => {
  const { name, type, rate, points, ofAllDays, isActive } = draft;
  const sells = type !== 'per_shift';
  return {
    name: name.trim(),
    calculation_type: type,
    rate: isPercent(type) ? Number(rate) : Math.round(Number(rate) * unit),
    scope: {
      point_ids: points.length === 0 ? null : [...points],
      product_ids: sells ? idsOf(draft.products) : null,
      category_ids: sells ? idsOf(draft.categories) : null,
      menu_folder_ids: sells ? idsOf(draft.folders) : null,
      order_type_ids: sells ? idsOf(draft.orderTypes) : null,
      days: type === 'point_sales_percent' && ofAllDays ? 'all' : 'worked',
    },
    is_active: isActive,
  };
};
