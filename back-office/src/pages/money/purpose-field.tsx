import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../../points.ts';
import { purposesQuery } from '../../reading/money.ts';

/** Which way the money goes. */
export type Way = 'in' | 'out';

/** The purposes of money that goes that way. */
export const usePurposes = (way: Way) => {
  const { id } = usePoint();
  const { data: purposes } = useQuery(purposesQuery(id));
  return purposes?.filter(({ is_payout }) => is_payout === (way === 'out'));
};

interface PurposeFieldProps {
  readonly way: Way;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly error?: string | undefined;
  /** Whether one has to be chosen. */
  readonly isNeeded?: boolean;
}

/** What money is paid for, from the venue's own list. Nothing is shown while the list has none and none is needed. */
export const PurposeField = ({ way, value, onChange, error, isNeeded = false }: PurposeFieldProps) => {
  const { t } = useTranslation();
  const purposes = usePurposes(way) ?? [];
  if (purposes.length === 0 && !isNeeded) return null;
  return (
    <Select
      size="md"
      label={t('money.purpose')}
      placeholder={isNeeded ? t('money.choosePurpose') : undefined}
      data={purposes.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={onChange}
      clearable={!isNeeded}
      allowDeselect={!isNeeded}
      error={error}
    />
  );
};
