import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import type { Head, Report } from './pivot.ts';
import type { KeyValue } from './pivoted.ts';

/** 1 January 2024 was a Monday. */
const someday = (weekday: number): string => `2024-01-0${weekday}`;

/** How keys and values of reports are written. */
export const useLabels = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const keyOf = (grouping: string, value: KeyValue): string => {
    if (value === null || value === '') return t('sales.nothing');
    if (typeof value === 'boolean') return t(value ? 'sales.yes' : 'sales.no');
    switch (grouping) {
      case 'date':
      case 'week':
        return formats.day(`${value} 00:00:00`);
      case 'month':
        return formats.month(String(value));
      case 'day_of_week':
        return formats.weekday(someday(Number(value)));
      case 'hour':
      case 'opened_hour':
        return `${String(value).padStart(2, '0')}:00`;
      case 'client':
        return t('sales.client', { id: value });
      default:
        return String(value);
    }
  };
  return {
    keyOf,
    headOf: ({ labels }: Pick<Head, 'labels'>): string[] => labels.map((one) => keyOf(one.grouping, one.value)),
    /** A value of a measure. `type`: as the report names it. */
    figureOf: (value: number | null | undefined, type: string | undefined): string => {
      if (value == null) return '–';
      if (type === 'money') return formats.money(value);
      if (type === 'percent') return formats.percents(value);
      return formats.number(value);
    },
  };
};

/** The type of each measure of a report. */
export const typesOf = (report: Pick<Report, 'columns'>): ReadonlyMap<string, string> =>
  new Map(report.columns.map(({ name, type }) => [name, type]));

/** The title of each measure and grouping of a report. */
export const titlesOf = (report: Pick<Report, 'columns'>): ReadonlyMap<string, string> =>
  new Map(report.columns.map(({ name, title }) => [name, title]));
