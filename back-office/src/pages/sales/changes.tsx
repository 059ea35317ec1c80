import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { DateField } from '../../parts/date-field.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TimeField } from '../../parts/time-field.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { restatementQuery } from '../../reading/reports.ts';
import { addressOf, instantOf, otherDay } from '../../time/clock.ts';
import type { Sales } from './asked.ts';
import { ChangedBy } from './changed-by.tsx';
import { titlesOf, typesOf, useLabels } from './labels.ts';
import type { KeyValue } from './pivoted.ts';
import { bodyOf } from './question.ts';
import classes from './sales.module.css';
import { Unanswered } from './unanswered.tsx';

type Row = Answer<'compareOlapReports'>['rows'][number];

/** The report as it was known at a moment beside what is known now: which rows differ, and which events changed them. */
export const Changes = ({ sales }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  const { clockAt, day, time } = useFormats();
  const { pivoted, period, scope, point, search, set, today } = sales;
  const since = search.since ?? addressOf(instantOf(`${otherDay(today, -1)} 08:00:00`, clockAt));
  const local = clockAt(since).slice(0, 16);
  const goTo = (date: string, at: string): void => set({ since: addressOf(instantOf(`${date} ${at}:00`, clockAt)) });
  const { as_of, ...body } = bodyOf(pivoted, [...pivoted.rows, ...pivoted.columns], period, scope);
  const { data, error, isPending } = useQuery(
    restatementQuery(point.id, { ...body, as_of_from: since, ...(as_of !== undefined && { as_of_to: as_of }) }),
  );
  return (
    <Stack className={classes.panel}>
      <Group gap="xs" align="flex-end">
        <DateField
          label={t('sales.since')}
          width={210}
          value={local.slice(0, 10)}
          onChange={(date) => goTo(date, local.slice(11))}
        />
        <TimeField
          name={t('sales.since')}
          width={110}
          value={local.slice(11)}
          onChange={(at) => goTo(local.slice(0, 10), at)}
        />
        <Text size="sm" c="dimmed" mb={10}>
          {t('sales.sinceWhat')}
        </Text>
      </Group>
      {error && <Unanswered words={wordsOf(error)} />}
      {isPending && <Loader mx="auto" />}
      {data && data.rows.length === 0 && (
        <Alert color="sea" icon={<IconCheck aria-hidden />} role="status">
          {t('sales.unchanged', { day: day(since), time: time(since) })}
        </Alert>
      )}
      {data && data.rows.length > 0 && (
        <WideTable
          label={t('sales.tab.changes')}
          heads={[
            t('sales.row'),
            t('sales.figure'),
            { figure: t('order.before') },
            { figure: t('order.after') },
            t('sales.because'),
          ]}
        >
          {data.rows.map((row) => (
            <Changed key={JSON.stringify(row.key)} {...{ row, sales }} columns={data.columns} />
          ))}
        </WideTable>
      )}
      {data?.has_more && <Text c="dimmed">{t('sales.moreChanges', { count: data.rows.length })}</Text>}
    </Stack>
  );
};

interface ChangedProps {
  readonly row: Row;
  readonly sales: Sales;
  readonly columns: Answer<'compareOlapReports'>['columns'];
}

const Changed = ({ row: { key, before, after, events, events_count }, sales, columns }: ChangedProps) => {
  const { t } = useTranslation();
  const { keyOf, figureOf } = useLabels();
  const types = typesOf({ columns });
  const titles = titlesOf({ columns });
  const { rows, columns: across, measures } = sales.pivoted;
  const names = [...rows, ...across].map((grouping) =>
    keyOf(grouping, (key[`${grouping}_name`] ?? key[`${grouping}_id`] ?? key[grouping] ?? null) as KeyValue),
  );
  const differing = measures.filter((measure) => before?.[measure] !== after?.[measure]);
  return differing.map((measure, index) => (
    <tr key={measure} className={classes.changed}>
      <td>{index === 0 && names.join(', ')}</td>
      <td>{titles.get(measure)}</td>
      <td data-figure>{before ? <del>{figureOf(before[measure], types.get(measure))}</del> : '–'}</td>
      <td data-figure>{after ? <ins>{figureOf(after[measure], types.get(measure))}</ins> : '–'}</td>
      <td>
        {index === 0 && events.map((event) => <ChangedBy key={event.event_id} event={event} />)}
        {index === 0 && events_count > events.length && (
          <Text size="sm" c="dimmed">
            {t('now.andMore', { count: events_count - events.length })}
          </Text>
        )}
        {index === 0 && events_count === 0 && <Text size="sm">{t('sales.movedByNames')}</Text>}
      </td>
    </tr>
  ));
};
