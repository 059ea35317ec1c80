import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly isFirst?: boolean;
}

/** Why somebody did it: a text that stays in the history. */
export const ReasonField = ({ value, onChange, error, isFirst }: ReasonFieldProps) => {
  const { t } = useTranslation();
  return (
    <TextInput
      size="md"
      label={t('order.reason')}
      maxLength={500}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
};
