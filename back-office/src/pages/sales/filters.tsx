import { Group, MultiSelect, Pill, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { olapQuery } from '../../reading/reports.ts';
import { type Sales, useColumns } from './asked.ts';
import { useLabels } from './labels.ts';
import { pivotOf } from './pivot.ts';
import type { KeyValue } from './pivoted.ts';
import { bodyOf } from './question.ts';
import classes from './sales.module.css';

/** A measure that every grouping of a kind goes with. */
const COUNTED = {
  sales: 'quantity',
  payments: 'amount',
  returns: 'quantity',
  deletions: 'deleted_quantity',
  labor: 'hours',
} as const;
/** Of one grouping. */
const CHOICES = 500;

/** What the table is narrowed down to: some dishes, one waiter. */
export const Filters = ({ sales, isOpen }: { readonly sales: Sales; readonly isOpen: boolean }) => {
  const { t } = useTranslation();
  const columns = useColumns();
  const { pivoted, set } = sales;
  const [added, setAdded] = useState<string | null>(null);
  const { only, kind } = pivoted;
  const names = [...new Set([...Object.keys(only), ...(isOpen && added !== null ? [added] : [])])];
  const choices = [...columns.values()].filter(
    ({ can_group, can_filter, kinds, name }) =>
      can_group &&
      can_filter &&
      (kinds as readonly string[]).includes(kind) &&
      !names.includes(name) &&
      name !== 'cheque',
  );
  const change = (name: string, values: readonly KeyValue[]): void => {
    const { [name]: _, ...rest } = only;
    const next = values.length > 0 ? { ...rest, [name]: values } : rest;
    set({ only: Object.keys(next).length > 0 ? next : undefined });
    if (name === added) setAdded(null);
  };
  if (!isOpen && names.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end" className={classes.filters}>
      {names.map((name) =>
        isOpen ? (
          <Values
            key={name}
            {...{ sales, name }}
            title={columns.get(name)?.title ?? name}
            onChange={(values) => change(name, values)}
          />
        ) : (
          <Pill
            key={name}
            size="lg"
            withRemoveButton
            onRemove={() => change(name, [])}
            removeButtonProps={{ 'aria-label': t('sales.noFilter', { name: columns.get(name)?.title ?? name }) }}
          >
            {columns.get(name)?.title ?? name}: {only[name]?.length ?? 0}
          </Pill>
        ),
      )}
      {isOpen && (
        <Select
          size="md"
          w={260}
          aria-label={t('sales.filter')}
          placeholder={t('sales.filter')}
          data={choices.map(({ name, title }) => ({ value: name, label: title }))}
          value={null}
          onChange={setAdded}
          searchable
        />
      )}
    </Group>
  );
};

interface ValuesProps {
  readonly sales: Sales;
  readonly name: string;
  readonly title: string;
  readonly onChange: (values: readonly KeyValue[]) => void;
}

/** The values of a grouping that the period has, to choose from. */
const Values = ({ sales: { pivoted, period, scope, point }, name, title, onChange }: ValuesProps) => {
  const { keyOf } = useLabels();
  const all = { ...pivoted, rows: [name], columns: [], measures: [COUNTED[pivoted.kind]], only: {} };
  const { data: report } = useQuery(olapQuery(point.id, { ...bodyOf(all, [name], period, scope), limit: CHOICES }));
  const found = report ? pivotOf(all, report).rows : [];
  const keyIn = (row: (typeof found)[number]): KeyValue => Object.values(row.cell)[0] ?? null;
  const byText = new Map(found.map((row) => [JSON.stringify(keyIn(row)), keyOf(name, row.labels[0]!.value)]));
  const chosen = (pivoted.only[name] ?? []).map((value) => JSON.stringify(value));
  for (const text of chosen) if (!byText.has(text)) byText.set(text, text);
  return (
    <MultiSelect
      size="md"
      miw={220}
      maw={420}
      label={title}
      data={[...byText].map(([value, label]) => ({ value, label }))}
      value={chosen}
      onChange={(values) => onChange(values.map((text) => JSON.parse(text) as KeyValue))}
      limit={100}
      searchable
    />
  );
};
