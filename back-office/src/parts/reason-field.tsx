import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

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
    <TextField
      label={t('order.reason')}
      maxLength={500}
      isFirst={isFirst}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
};
