import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Chosen now, or known: for the browser's own store of passwords. */
  readonly isNew?: boolean;
}

/** A password, with a button that shows it. */
export const PasswordField = ({ value, onChange, isNew = false }: PasswordFieldProps) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      size="md"
      label={t('session.password')}
      description={isNew ? t('session.passwordRule') : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      minLength={isNew ? 10 : undefined}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};
