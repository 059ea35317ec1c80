import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePoints } from '../points.ts';

interface PointsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error: string | undefined;
}

/** For which points something counts. None: for all of them. */
export const PointsField = ({ value, onChange, error }: PointsFieldProps) => {
  const { t } = useTranslation();
  const points = usePoints();
  return (
    <MultiSelect
      size="md"
      label={t('integrations.points')}
      placeholder={value.length === 0 ? t('integrations.everyPoint') : ''}
      data={points.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...value]}
      onChange={onChange}
      error={error}
    />
  );
};
