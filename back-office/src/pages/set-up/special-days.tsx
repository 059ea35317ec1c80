import { Button, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import { useBusinessDay } from '../../time/use-business-day.ts';
import { KEYS, type SpecialDay, specialDaysQuery } from './reading.ts';
import classes from './set-up.module.css';
import { SpecialDayForm } from './special-day-form.tsx';

/** The command that takes the day back. */
const removalOf = ({ is_open }: SpecialDay) => (is_open ? 'RemoveSpecialHours' : 'RemoveClosedDay');

/** The dates on which the point is closed, or open at other hours: those to come, and on request those that were. */
export const SpecialDays = () => {
  const { t } = useTranslation();
  const { day } = useFormats();
  const point = usePoint();
  const may = useMay();
  const today = useBusinessDay();
  const client = useQueryClient();
  const { data: days } = useSuspenseQuery(specialDaysQuery(point.id));
  const [doing, setDoing] = useState<'add' | SpecialDay>();
  const [showsPast, setShowsPast] = useState(false);
  const coming = days.filter(({ date }) => date >= today);
  const past = days.filter(({ date }) => date < today).toReversed();
  const Chevron = showsPast ? IconChevronDown : IconChevronRight;
  const close = (): void => setDoing(undefined);
  const dateOf = ({ date }: SpecialDay): string => `${day(`${date} 00:00:00`)} ${date.slice(0, 4)}`;
  const what = (one: SpecialDay) => (
    <div className={classes.what}>
      <Text fw={600}>{dateOf(one)}</Text>
      <Text size="sm" c="dimmed">
        {[one.is_open ? `${one.open}–${one.close}` : t('setUp.closedAllDay'), one.reason].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
  return (
    <Panel label={t('setUp.specialDays')}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t('setUp.specialDays')}</Title>
        {may.command('DefineClosedDay') && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setDoing('add')}
          >
            {t('setUp.addSpecialDay')}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{point.name}</Text>
      {coming.length === 0 && <Text c="dimmed">{t('setUp.noSpecialDays')}</Text>}
      <ul className={classes.list} aria-label={t('setUp.specialDays')}>
        {coming.map((one) => (
          <li key={one.date}>
            {what(one)}
            <CommandButton command={removalOf(one)} onClick={() => setDoing(one)} isRed>
              {t('setUp.removeSpecialDay')}
            </CommandButton>
          </li>
        ))}
      </ul>
      {past.length > 0 && (
        <Group>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            aria-expanded={showsPast}
            leftSection={<Chevron size={18} aria-hidden />}
            onClick={() => setShowsPast(!showsPast)}
          >
            {t('setUp.pastSpecialDays')}
          </Button>
        </Group>
      )}
      {showsPast && (
        <ul className={classes.list} aria-label={t('setUp.pastSpecialDays')}>
          {past.map((one) => (
            <li key={one.date} data-retired>
              {what(one)}
            </li>
          ))}
        </ul>
      )}
      {doing === 'add' && <SpecialDayForm today={today} taken={coming} dateOf={dateOf} onClose={close} />}
      {typeof doing === 'object' && (
        <AskDialog
          title={t('setUp.removeSpecialDay')}
          ask={t('setUp.removeSpecialDayAsk', { date: dateOf(doing) })}
          send={t('setUp.removeSpecialDay')}
          onClose={close}
          onSend={async () => {
            await sendCommand(removalOf(doing), { point_id: point.id, date: doing.date });
            await client.invalidateQueries({ queryKey: KEYS.all });
          }}
        />
      )}
    </Panel>
  );
};
