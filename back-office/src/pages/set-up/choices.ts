import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePoint, usePoints } from '../../points.ts';
import { type Entry, type FieldName, LISTS, type ListName } from './lists.ts';
import { CATEGORIES } from './payment-type-form.tsx';
import { listQuery } from './reading.ts';

export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

const ORDER_TYPES = { 1: 'hall', 2: 'takeaway', 3: 'delivery' } as const;
const SOURCES = ['safe', 'cash', 'bank', 'accountable'] as const;

const choicesOf = (entries: readonly Entry[] = []): Choice[] =>
  entries.map(({ id, name }) => ({ value: id, label: name }));

/** What can be chosen for those fields of a list's entries that are a choice. */
export const useChoices = (list: ListName): Partial<Record<FieldName, readonly Choice[]>> => {
  const fields: readonly FieldName[] = LISTS[list].fields;
  const { t } = useTranslation();
  const { id: point_id } = usePoint();
  const points = usePoints().map(({ id, name }) => ({ value: id, label: name }));
  const regions = useQuery({ ...listQuery('regions'), enabled: fields.includes('region_id') });
  const halls = useQuery({ ...listQuery('halls', { point_id }), enabled: fields.includes('hall_id') });
  const parents = useQuery({ ...listQuery(list), enabled: fields.includes('parent_id') });
  return {
    parent_id: [{ value: null, label: t('menu.noParent') }, ...choicesOf(parents.data)],
    order_type_id: Object.entries(ORDER_TYPES).map(([id, name]) => ({ value: Number(id), label: t(`type.${name}`) })),
    category_id: Object.entries(CATEGORIES).map(([id, name]) => ({
      value: Number(id),
      label: t(`setUp.paymentOf.${name}`),
    })),
    source: SOURCES.map((value) => ({ value, label: t(`money.source.${value}`) })),
    point_id: [{ value: null, label: t('setUp.wholeBrand') }, ...points],
    point_ids: points,
    region_id: choicesOf(regions.data),
    hall_id: choicesOf(halls.data),
  };
};
