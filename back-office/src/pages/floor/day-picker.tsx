import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../parts/date-field.tsx';

interface DayPickerProps {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly today: string;
  /** Undefined: today, also tomorrow when that has come. */
  readonly onChange: (date: string | undefined) => void;
}

/** The day whose reservations are shown. */
export const DayPicker = ({ date, today, onChange }: DayPickerProps) => {
  const { t } = useTranslation();
  const choose = (next: string): void => onChange(next === today ? undefined : next);
  const step = (days: number): void => {
    const next = new Date(`${date}T00:00:00Z`);
    next.setUTCDate(next.getUTCDate() + days);
    choose(next.toISOString().slice(0, 10));
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon size={44} variant="default" aria-label={t('time.previousDay')} onClick={() => step(-1)}>
        <IconChevronLeft size={20} />
      </ActionIcon>
      <DateField name={t('time.day')} width={136} value={date} onChange={choose} />
      <ActionIcon size={44} variant="default" aria-label={t('time.nextDay')} onClick={() => step(1)}>
        <IconChevronRight size={20} />
      </ActionIcon>
    </Group>
  );
};
