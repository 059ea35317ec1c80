import { MultiSelect, Select, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { PointsField } from '../../parts/points-field.tsx';
import { RateField } from '../../parts/rate-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { categoriesQuery, foldersQuery, productsQuery } from '../../reading/catalogue.ts';
import { keysOf } from '../../reading/keys.ts';
import {
  CALCULATION_TYPES,
  type CalculationType,
  type Draft,
  draftOf,
  fieldsOf,
  isPercent,
  type Motivation,
} from './motivation-fields.ts';
import { type Employee, KEYS } from './reading.ts';

const ORDER_TYPES = [
  ['1', 'hall'],
  ['2', 'takeaway'],
  ['3', 'delivery'],
] as const;

/** What the rate of each kind of program is called. */
const RATES = {
  own_sales_percent: 'staff.percent',
  point_sales_percent: 'staff.percent',
  per_item: 'staff.forUnit',
  per_shift: 'staff.forDay',
} as const satisfies Readonly<Record<CalculationType, string>>;

interface MotivationFormProps {
  readonly before: Motivation | undefined;
  readonly staff: readonly Employee[];
  readonly onClose: () => void;
}

/** A program that pays for sales, for units sold or for days worked, and who has it. */
export const MotivationForm = ({ before, staff, onClose }: MotivationFormProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const client = useQueryClient();
  const { id: pointId } = usePoint();
  const now = { pointId, at: undefined };
  const [draft, setDraft] = useState<Draft>(() => draftOf(before, unit));
  // Known once it was made: what is sent again, after a refusal of its people, must not make another one.
  const made = useRef(before?.id);
  const set = (change: Partial<Draft>): void => setDraft((known) => ({ ...known, ...change }));
  const { data: products = [] } = useQuery(productsQuery(now, undefined));
  const { data: categories = [] } = useQuery(categoriesQuery(pointId));
  const { data: folders = [] } = useQuery(foldersQuery(now));
  const had = new Set(before?.state.employee_ids);
  const people = staff
    .filter(({ id, state }) => state.standing !== 'dismissed' || had.has(id))
    .map(({ id, name }) => ({ value: String(id), label: name ?? t('staff.erased', { number: id }) }));

  const send = async (): Promise<void> => {
    const fields = { ...(made.current !== undefined && { id: made.current }), ...fieldsOf(draft, unit) };
    const { result } = await sendCommand('DefineMotivation', fields);
    made.current = (result as { id: number }).id;
    await sendCommand('AssignMotivation', { motivation_id: made.current, employee_ids: draft.people.map(Number) });
    await client.invalidateQueries({ queryKey: KEYS.motivations });
    await client.invalidateQueries({ queryKey: keysOf(pointId).money });
  };
  const sells = draft.type !== 'per_shift';
  return (
    <FormDialog
      title={t(before ? 'staff.changeMotivation' : 'staff.newMotivation')}
      send={t('shell.save')}
      isReady={draft.name.trim() !== '' && draft.rate !== ''}
      onClose={onClose}
      onSend={send}
      fields={['name', 'rate', 'employee_ids', 'calculation_type']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('money.name')}
            maxLength={255}
            isFirst={before === undefined}
            value={draft.name}
            onChange={(name) => set({ name })}
            error={refusalOf('name')}
          />
          <Select
            size="md"
            label={t('staff.paysFor')}
            data={CALCULATION_TYPES.map((value) => ({ value, label: t(`money.motivations.${value}`) }))}
            value={draft.type}
            onChange={(value) => value !== null && set({ type: value as CalculationType })}
            error={refusalOf('calculation_type')}
            allowDeselect={false}
          />
          <RateField
            isPercent={isPercent(draft.type)}
            label={t(RATES[draft.type])}
            max={100}
            value={draft.rate}
            onChange={(rate) => set({ rate })}
            error={refusalOf('rate')}
          />
          <MultiSelect
            size="md"
            label={t('money.forWhom')}
            data={people}
            value={[...draft.people]}
            onChange={(chosen) => set({ people: chosen })}
            error={refusalOf('employee_ids')}
            searchable
          />
          <PointsField
            value={draft.points}
            onChange={(points) => set({ points })}
            error={refusalOf('scope.point_ids')}
          />
          {sells && (
            <>
              <MultiSelect
                size="md"
                label={t('staff.onlyCategories')}
                data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={[...draft.categories]}
                onChange={(chosen) => set({ categories: chosen })}
                searchable
              />
              <MultiSelect
                size="md"
                label={t('staff.onlyFolders')}
                data={folders.map(({ id, path }) => ({ value: String(id), label: path }))}
                value={[...draft.folders]}
                onChange={(chosen) => set({ folders: chosen })}
                searchable
              />
              <MultiSelect
                size="md"
                label={t('staff.onlyDishes')}
                data={products.map(({ product_id, name }) => ({ value: String(product_id), label: name }))}
                value={[...draft.products]}
                onChange={(chosen) => set({ products: chosen })}
                limit={50}
                searchable
              />
              <MultiSelect
                size="md"
                label={t('staff.onlyOrders')}
                data={ORDER_TYPES.map(([value, name]) => ({ value, label: t(`type.${name}`) }))}
                value={[...draft.orderTypes]}
                onChange={(chosen) => set({ orderTypes: chosen })}
              />
            </>
          )}
          {draft.type === 'point_sales_percent' && (
            <Switch
              size="md"
              label={t('staff.ofAllDays')}
              checked={draft.ofAllDays}
              onChange={({ currentTarget }) => set({ ofAllDays: currentTarget.checked })}
            />
          )}
          <Switch
            size="md"
            label={t('menu.active')}
            checked={draft.isActive}
            onChange={({ currentTarget }) => set({ isActive: currentTarget.checked })}
          />
        </>
      )}
    </FormDialog>
  );
};
