import { Group, Loader, Text } from '@mantine/core';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { useFormats } from '../../parts/formats.ts';
import { type Sales, usePivot } from './asked.ts';
import { Behind, type Cell } from './behind.tsx';
import { sorted } from './pivot.ts';
import { PivotTable } from './pivot-table.tsx';
import classes from './sales.module.css';
import { Tools } from './tools.tsx';
import { Unanswered } from './unanswered.tsx';

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** The table with its chart, and what may be done with it. */
export const PivotPanel = ({ sales }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  const { day } = useFormats();
  const [opened, setOpened] = useState<Cell>();
  const { pivoted, search, period, isEverywhere, point } = sales;
  const { pivot, before, report, error, isReading } = usePivot(sales);
  const rows = useMemo(() => (pivot ? sorted(pivot, pivoted, search.sort) : []), [pivot, pivoted, search.sort]);
  const position = report?.as_of.position;
  const open = useCallback((cell: Omit<Cell, 'asOf'>) => setOpened({ ...cell, asOf: position! }), [position]);
  return (
    <section aria-label={t('sales.tab.pivot')} className={classes.panel} aria-busy={isReading}>
      <Tools sales={sales} />
      <Text className={classes.onPaper}>
        {isEverywhere ? t('sales.everywhere') : point.name}, {day(`${period.from} 00:00:00`)} –{' '}
        {day(`${period.to} 00:00:00`)}
      </Text>
      {error && <Unanswered words={wordsOf(error)} />}
      {!error && !pivot && (
        <Group justify="center" p="xl">
          <Loader />
        </Group>
      )}
      {report && pivot && rows.length === 0 && (
        <div className={classes.empty}>
          <Text fw={600}>{t('sales.empty')}</Text>
          <Text c="dimmed">{t('sales.emptyWhat')}</Text>
        </div>
      )}
      {report && pivot && rows.length > 0 && (
        <div className={classes.beside} data-wide={pivot.columns.length > 3 || undefined}>
          <PivotTable {...{ sales, pivot, before, report, rows }} onOpen={open} />
          <Suspense fallback={<div className={classes.chart} />}>
            <Chart {...{ pivot, pivoted, report, rows }} />
          </Suspense>
        </div>
      )}
      {opened && report && <Behind {...{ sales, report }} cell={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
};
