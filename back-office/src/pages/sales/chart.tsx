import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { titlesOf, typesOf, useLabels } from './labels.ts';
import { type Pivot, type PivotRow, type Report, TIMES } from './pivot.ts';
import type { Pivoted } from './pivoted.ts';
import classes from './sales.module.css';

interface ChartProps {
  readonly pivot: Pivot;
  readonly pivoted: Pivoted;
  readonly report: Report;
  readonly rows: readonly PivotRow[];
}

/** Bars that one can still tell apart. */
const BARS = 15;
const BRIEF = 30;
const TIMES_SHOWN = 92;
/** Colours that one can tell apart, also without seeing red or green, on light and on dark. */
const COLOURS = ['sea.6', 'orange.5', 'indigo.4', 'yellow.5', 'grape.5', 'gray.5'];

/** The first figure of the table as bars. The table says the same in words, so screen readers are spared it. */
export const Chart = memo(({ pivot, pivoted, report, rows }: ChartProps) => {
  const { t } = useTranslation();
  const { keyOf, headOf, figureOf } = useLabels();
  const { short } = useFormats();
  const measure = pivoted.measures[0]!;
  const type = typesOf(report).get(measure);
  const title = titlesOf(report).get(measure) ?? measure;
  const isTime = TIMES.includes(pivoted.rows[0] ?? '');
  const shown = rows.slice(0, isTime ? TIMES_SHOWN : BARS);
  const columns = pivot.columns.slice(0, COLOURS.length);
  const nameOf = (row: PivotRow): string => row.labels.map((one) => keyOf(one.grouping, one.value)).join(', ');
  // Beside a bar there is room for two lines; a touch says all of it.
  const briefOf = (name: string): string => (name.length > BRIEF ? `${name.slice(0, BRIEF - 1)}…` : name);
  const data = shown.map((row) => ({
    name: nameOf(row),
    ...(columns.length > 0
      ? Object.fromEntries(columns.map(({ id }, index) => [`c${index}`, row.cells.get(id)?.[measure] ?? 0]))
      : { value: row.total[measure] ?? 0 }),
  }));
  const series =
    columns.length > 0
      ? columns.map((column, index) => ({
          name: `c${index}`,
          label: headOf(column).join(', '),
          color: COLOURS[index]!,
        }))
      : [{ name: 'value', label: title, color: COLOURS[0]! }];
  if (pivoted.rows.length === 0) return null;
  return (
    <figure className={classes.chart} aria-hidden>
      <figcaption>
        {title}
        {!isTime && rows.length > shown.length && ` · ${t('sales.first', { count: shown.length })}`}
      </figcaption>
      <BarChart
        h={isTime ? 300 : Math.max(160, 34 * shown.length + 40)}
        data={data}
        dataKey="name"
        series={series}
        type={columns.length > 0 ? 'stacked' : 'default'}
        orientation={isTime ? 'horizontal' : 'vertical'}
        withLegend={columns.length > 0}
        valueFormatter={(value) => figureOf(value, type)}
        yAxisProps={
          isTime
            ? { width: 56, tickFormatter: (value: number) => short(value, type === 'money') }
            : { width: 160, tickFormatter: briefOf }
        }
        xAxisProps={isTime ? {} : { tickFormatter: (value: number) => short(value, type === 'money') }}
        gridAxis={isTime ? 'x' : 'y'}
        barProps={{ isAnimationActive: false, radius: columns.length > 0 ? 0 : 3 }}
        maxBarWidth={44}
        tickLine="none"
        barChartProps={{ accessibilityLayer: false }}
      />
    </figure>
  );
});
