import '@mantine/dates/styles.css';
import { DateInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { calendar } from './calendar.ts';
import { readDay } from './read-day.ts';

interface DateFieldProps {
  readonly label?: string;
  /** The name for readers of the screen, where no label is shown. */
  readonly name?: string;
  /** YYYY-MM-DD; empty: not chosen yet */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly width?: number;
  /** Whether it may be taken back: then it is empty. */
  readonly mayBeEmpty?: boolean;
}

/** A day of the venue, typed (20.11.2026 or 2026-11-20) or chosen in a calendar of the page's language, not the browser's. */
export const DateField = ({ label, name, value, onChange, error, width, mayBeEmpty = false }: DateFieldProps) => {
  const { t } = useTranslation();
  return (
    <DateInput
      size="md"
      w={width}
      label={label}
      aria-label={name}
      locale={calendar()}
      valueFormat="DD.MM.YYYY"
      dateParser={(typed) => readDay(typed) ?? null}
      firstDayOfWeek={1}
      popoverProps={{ withinPortal: true }}
      previousLabel={t('time.previousMonth')}
      nextLabel={t('time.nextMonth')}
      value={value === '' ? null : value}
      clearable={mayBeEmpty}
      onChange={(next) => (next !== null || mayBeEmpty) && onChange(next ?? '')}
      error={error}
    />
  );
};
