import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from './date-field.tsx';
import { isPeriodName, PERIODS, type Period, type PeriodName } from './periods.ts';

interface PeriodPickerProps {
  /** Undefined: days that were chosen one by one. */
  readonly name: PeriodName | undefined;
  readonly period: Period;
  readonly onName: (name: PeriodName) => void;
  readonly onDays: (period: Period) => void;
}

/** The days that sums are of: by name, or from day to day. */
export const PeriodPicker = ({ name, period: { from, to }, onName, onDays }: PeriodPickerProps) => {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Select
        size="md"
        flex="1 1 170px"
        aria-label={t('period.title')}
        data={[
          ...PERIODS.map((value) => ({ value: value as string, label: t(`period.${value}`) })),
          ...(name === undefined ? [{ value: 'own', label: t('period.own') }] : []),
        ]}
        value={name ?? 'own'}
        onChange={(value) => isPeriodName(value) && onName(value)}
        allowDeselect={false}
      />
      <Group gap="xs" grow wrap="nowrap" flex="1 1 272px">
        <DateField
          name={t('period.from')}
          value={from}
          onChange={(next) => onDays({ from: next, to: next > to ? next : to })}
        />
        <DateField
          name={t('period.to')}
          value={to}
          onChange={(next) => onDays({ from: next < from ? next : from, to: next })}
        />
      </Group>
    </Group>
  );
};
