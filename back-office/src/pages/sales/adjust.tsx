import { MultiSelect, Select } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { olapColumnsQuery } from '../../reading/reports.ts';
import { type Sales, useColumns } from './asked.ts';
import type { Kind, Pivoted } from './pivoted.ts';
import { searchOf } from './question.ts';
import classes from './sales.module.css';

/** The table as one likes it: what is counted, by what, and which figures of it. */
export const Adjust = ({ sales: { pivoted, set } }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  const columns = useColumns();
  const { kinds } = useSuspenseQuery(olapColumnsQuery()).data;
  const { kind, rows, measures } = pivoted;
  const change = (next: Partial<Pivoted>): void => set(searchOf({ ...pivoted, ...next }));
  const ofKind = [...columns.values()].filter(({ kinds }) => (kinds as readonly string[]).includes(kind));
  const groupings = ofKind.filter(({ can_group }) => can_group);
  // A line is of a cheque, but a cheque is of no dish: sums of whole cheques do not go with groupings by lines.
  const isByLine = [...rows, ...pivoted.columns].some((name) => columns.get(name)?.level === 'line');
  const figures = ofKind.filter(({ can_measure, level }) => can_measure && (!isByLine || level === 'line'));
  const data = (of: typeof ofKind, without: readonly string[] = []) =>
    of.filter(({ name }) => !without.includes(name)).map(({ name, title }) => ({ value: name, label: title }));
  const measuresOf = (next: readonly string[]): string[] => {
    const byLine = next.some((name) => columns.get(name)?.level === 'line');
    const kept = measures.filter((name) => !byLine || columns.get(name)?.level === 'line');
    const first = ofKind.find(({ can_measure, level, type }) => can_measure && type === 'money' && level === 'line');
    return kept.length > 0 ? kept : first ? [first.name] : [];
  };
  const ofNew = (next: Kind): Partial<Pivoted> => {
    const fits = (name: string) => (columns.get(name)?.kinds as readonly string[] | undefined)?.includes(next);
    const kept = measures.filter(fits);
    const first = [...columns.values()].find(
      ({ can_measure, name, additive }) => can_measure && additive && fits(name),
    )!.name;
    return {
      kind: next,
      rows: rows.filter(fits),
      columns: pivoted.columns.filter(fits),
      measures: kept.length > 0 ? kept : [first],
      only: Object.fromEntries(Object.entries(pivoted.only).filter(([name]) => fits(name))),
    };
  };
  return (
    <div className={classes.adjust}>
      <Select
        size="md"
        label={t('sales.kind')}
        data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
        value={kind}
        onChange={(value) => value !== null && change(ofNew(value as Kind))}
        allowDeselect={false}
      />
      <MultiSelect
        size="md"
        label={t('sales.rows')}
        data={data(groupings, pivoted.columns)}
        value={[...rows]}
        onChange={(next) => change({ rows: next, measures: measuresOf([...next, ...pivoted.columns]) })}
        maxValues={4}
        searchable
      />
      <MultiSelect
        size="md"
        label={t('sales.columns')}
        placeholder={pivoted.columns.length === 0 ? t('sales.noColumns') : undefined}
        data={data(groupings, rows)}
        value={[...pivoted.columns]}
        onChange={(next) => change({ columns: next, measures: measuresOf([...rows, ...next]) })}
        maxValues={3}
        searchable
      />
      <MultiSelect
        size="md"
        label={t('sales.figures')}
        data={data(figures)}
        value={measures.filter((name) => figures.some((figure) => figure.name === name))}
        onChange={(next) => next.length > 0 && change({ measures: next })}
        maxValues={8}
        searchable
      />
    </div>
  );
};
