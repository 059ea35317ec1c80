import '@mantine/dates/styles.css';
import { TimePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';

interface TimeFieldProps {
  readonly label?: string;
  /** The name for readers of the screen, where no label is shown. */
  readonly name?: string;
  /** HH:MM */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** Minutes between the times of the list. */
  readonly step?: number;
  readonly width?: number;
  /** Whether it may be taken back: then it is empty. */
  readonly mayBeEmpty?: boolean;
}

/** A time of the day by 24 hours, in every language, whatever the browser's own way is. */
export const TimeField = ({
  label,
  name,
  value,
  onChange,
  error,
  step = 5,
  width,
  mayBeEmpty = false,
}: TimeFieldProps) => {
  const { t } = useTranslation();
  const named = label ?? name ?? '';
  return (
    <TimePicker
      size="md"
      w={width}
      label={label}
      aria-label={name}
      format="24h"
      withDropdown
      minutesStep={step}
      hoursInputLabel={t('time.hours', { name: named })}
      minutesInputLabel={t('time.minutes', { name: named })}
      value={value}
      clearable={mayBeEmpty}
      onChange={(next) => (next !== '' || mayBeEmpty) && onChange(next.slice(0, 5))}
      error={error}
    />
  );
};
