import '@mantine/dates/styles.css';
import 'dayjs/locale/ru';
import 'dayjs/locale/tr';
import 'dayjs/locale/uz';
import 'dayjs/locale/uz-latn';
import { DateInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { type Language, language } from '../words/language.ts';
import { readDay } from './read-day.ts';

/** How the library of the calendar names our languages. Each of them writes the day first, but ours of the API. */
const CALENDARS: Readonly<Record<Language, string>> = {
  ru: 'ru',
  uz_latn: 'uz-latn',
  uz_cyrl: 'uz',
  en: 'en',
  tr: 'tr',
};

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
      locale={CALENDARS[language()]}
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
