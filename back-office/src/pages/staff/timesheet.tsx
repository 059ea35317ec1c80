import '@mantine/dates/styles.css';
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { MonthPickerInput } from '@mantine/dates';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendar } from '../../parts/calendar.ts';
import { useFormats } from '../../parts/formats.ts';
import { useNow } from '../../parts/use-now.ts';
import { usePoint } from '../../points.ts';
import { useMay } from '../../session/session.ts';
import { DayDialog } from './day-dialog.tsx';
import { daysOf, monthQuery, otherMonth, presentQuery } from './reading.ts';
import { rowsOf } from './rows.ts';
import classes from './staff.module.css';

const monthOf = ({ month }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined;

/** A month is wider than a phone: it begins with today at the right, and the days before beside it. */
const intoSight = (day: HTMLElement | null): void => {
  const sheet = day?.closest('[role=region]');
  if (day && sheet) sheet.scrollLeft = day.offsetLeft + 2 * day.offsetWidth - sheet.clientWidth;
};

/** The month's hours, a row for each employee, a column for each day. A cell opens the shifts of its day. */
export const Timesheet = () => {
  const { t } = useTranslation();
  const { clockAt, hours, weekday } = useFormats();
  const may = useMay();
  const navigate = useNavigate();
  const { id } = usePoint();
  const now = clockAt(useNow());
  const today = now.slice(0, 10);
  const month = useSearch({ strict: false, select: monthOf }) ?? today.slice(0, 7);
  const { data } = useSuspenseQuery(monthQuery(id, month));
  const { data: staff = [] } = useQuery({ ...presentQuery(id), enabled: may.reading('listEmployees') });
  const [opened, setOpened] = useState<{ readonly employee_id: number; readonly date: string }>();
  const set = (next: string): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, month: next }) } as never);
  const days = daysOf(month);
  const rows = rowsOf(data, staff, now);
  const row = rows.find(({ employee_id }) => employee_id === opened?.employee_id);
  const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
  return (
    <Stack>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          size={44}
          variant="default"
          aria-label={t('staff.previousMonth')}
          onClick={() => set(otherMonth(month, -1))}
        >
          <IconChevronLeft size={20} />
        </ActionIcon>
        <MonthPickerInput
          size="md"
          w={190}
          title={t('staff.month')}
          locale={calendar()}
          valueFormat="MMMM YYYY"
          value={`${month}-01`}
          onChange={(next) => next !== null && set(next.slice(0, 7))}
        />
        <ActionIcon
          size={44}
          variant="default"
          aria-label={t('staff.nextMonth')}
          onClick={() => set(otherMonth(month, 1))}
        >
          <IconChevronRight size={20} />
        </ActionIcon>
      </Group>
      {rows.length === 0 ? (
        <Stack gap={2}>
          <Text fw={600}>{t('staff.noRows')}</Text>
          <Text c="dimmed">{t('staff.noRowsWhat')}</Text>
        </Stack>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('staff.timesheet')}>
          <table className={classes.grid}>
            <thead>
              <tr>
                <th className={classes.name} scope="col">
                  {t('staff.employee')}
                </th>
                {days.map((date) => (
                  <th
                    key={date}
                    scope="col"
                    data-weekend={isWeekend(date) || undefined}
                    data-today={date === today || undefined}
                    ref={date === today ? intoSight : undefined}
                    title={weekday(date)}
                  >
                    {Number(date.slice(8))}
                  </th>
                ))}
                <th scope="col">{t('staff.days')}</th>
                <th scope="col">{t('staff.hours')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((each) => (
                <tr key={each.employee_id}>
                  <th className={classes.name} scope="row">
                    {each.name}
                    <Text size="xs" c="dimmed" fw={400}>
                      {each.position_name}
                    </Text>
                  </th>
                  {days.map((date) => {
                    const cell = each.days.get(date);
                    const isWrong = cell?.isWrong === true;
                    const words = cell ? (cell.isOpen ? '…' : hours(cell.hours)) : '';
                    return (
                      <td key={date} data-weekend={isWeekend(date) || undefined}>
                        <button
                          type="button"
                          className={classes.cell}
                          aria-label={`${t('staff.cell', { name: each.name, day: date.slice(8), hours: words || '–' })}${isWrong ? `, ${t('staff.wrong')}` : ''}`}
                          data-open={cell?.isOpen || undefined}
                          data-wrong={isWrong || undefined}
                          disabled={!cell && (date > today || !may.command('AddShift'))}
                          onClick={() => setOpened({ employee_id: each.employee_id, date })}
                        >
                          {words}
                          {isWrong && <IconAlertTriangle size={14} aria-hidden />}
                        </button>
                      </td>
                    );
                  })}
                  <td className={classes.sum}>{each.worked_days}</td>
                  <td className={classes.sum}>{hours(each.hours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.some(({ days }) => [...days.values()].some(({ isWrong }) => isWrong)) && (
        <Text size="sm" c="dimmed">
          {t('staff.wrongWhat')}
        </Text>
      )}
      {opened && row && (
        <DayDialog
          employee={row}
          date={opened.date}
          shifts={data.shifts.filter(
            ({ employee_id, date }) => employee_id === opened.employee_id && date === opened.date,
          )}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Stack>
  );
};
